-- The parts of the sitemap, ten thousand task numbers each, with the newest result of each.
CREATE INDEX public_test_map ON public_test ((task_number / 10000), published_at DESC)
  WHERE is_public AND published_at IS NOT NULL;

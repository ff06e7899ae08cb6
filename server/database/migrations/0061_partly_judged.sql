-- The list is narrowed to results within all limits only where every line was judged.
ALTER TABLE public_test_kind DROP CONSTRAINT public_test_kind_verdict_check;
ALTER TABLE public_test_kind ADD CONSTRAINT public_test_kind_verdict_check
  CHECK (verdict IN ('pass', 'partly', 'fail', 'not_judged'));

-- The price list: tests that can be ordered.
CREATE TABLE sku (
  id uuid PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  name text NOT NULL,
  description text NOT NULL,
  family text NOT NULL,
  sample_requirement text NOT NULL,
  tat_text text NOT NULL,
  base_price_cents integer NOT NULL CHECK (base_price_cents >= 100),
  includes_sterility boolean NOT NULL DEFAULT false,
  popular_rank integer,
  sort_order integer NOT NULL,
  retired_at timestamptz,
  -- Two people who change one test at the same time: the second is told.
  version integer NOT NULL DEFAULT 1
);

-- A test's address is printed, linked and bookmarked: it never changes.
CREATE FUNCTION sku_slug_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the slug of sku % never changes', OLD.id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER sku_slug_stays BEFORE UPDATE ON sku
  FOR EACH ROW WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION sku_slug_stays();

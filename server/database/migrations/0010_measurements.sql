-- templates of measurements ---------------------------------------------------------------------------
-- What an empty draft of a test begins with. A test without lines of its own goes by those of its family.
CREATE TABLE method_template (
  id uuid PRIMARY KEY,
  sku_id uuid UNIQUE REFERENCES sku(id),
  family text UNIQUE,
  version integer NOT NULL DEFAULT 1,
  lines jsonb NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((sku_id IS NULL) <> (family IS NULL))
);

-- Substances whose formula is known. Masses are never stored: they all come from one library.
CREATE TABLE compound (
  name text PRIMARY KEY,
  formula text NOT NULL
);
CREATE UNIQUE INDEX compound_name ON compound (lower(name));

-- Whether the year of demo tests was begun and finished on this database; one row at most, none in production.
CREATE TABLE demo_year (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  -- When the year ends: the first start.
  ends_at timestamptz NOT NULL,
  finished_at timestamptz
);

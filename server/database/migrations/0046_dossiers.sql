-- What dossiers of compounds, makers and batches count, kept by the module `dossiers` within the transaction of each change.
-- Nothing of a private test is in it but that it was withheld. `npm run admin -- rebuild-dossiers` makes all of it anew.

-- An analyte by a method. The numbers stay when the rest is made anew.
CREATE TABLE dossier_line (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Folded, as they are compared.
  analyte_key text NOT NULL,
  method_key text NOT NULL,
  -- As they were written first.
  analyte text NOT NULL,
  method text NOT NULL
);
CREATE UNIQUE INDEX dossier_line_names ON dossier_line (md5(analyte_key), md5(method_key));

CREATE TABLE dossier_test (
  request_id uuid PRIMARY KEY REFERENCES test_request(id),
  task_number bigint NOT NULL,
  customer_id uuid NOT NULL,
  -- withheld: registered as public, and made private before it was published.
  state text NOT NULL CHECK (state IN ('published', 'pending', 'withheld')),
  opened_later boolean NOT NULL,
  -- How many of its revisions.
  superseded integer NOT NULL,
  retracted integer NOT NULL,
  compound_id text,
  maker_id text,
  batch_id text,
  code_key text,
  -- What it counts as once for a maker or a compound.
  unit text NOT NULL,
  label_unread boolean NOT NULL,
  published_at timestamptz,
  -- The newest event that the counts of it contain.
  at timestamptz NOT NULL,
  CHECK ((state = 'published') = (published_at IS NOT NULL))
);
CREATE INDEX dossier_test_unit ON dossier_test (unit);
CREATE INDEX dossier_test_compound ON dossier_test (compound_id, at DESC, task_number DESC);
CREATE INDEX dossier_test_maker ON dossier_test (maker_id, at DESC, task_number DESC);
CREATE INDEX dossier_test_batch ON dossier_test (batch_id, at DESC, task_number DESC);
CREATE INDEX dossier_test_code ON dossier_test (code_key, maker_id, compound_id) WHERE state = 'published';

-- The lines of the current results, and at line 0 how far an amount is from its label.
CREATE TABLE dossier_value (
  request_id uuid NOT NULL REFERENCES dossier_test(request_id) ON DELETE CASCADE,
  place smallint NOT NULL,
  line integer NOT NULL,
  -- Of the amount, where a deviation is told.
  source_line integer,
  value double precision,
  words text NOT NULL,
  unit text NOT NULL,
  limit_words text NOT NULL,
  low double precision,
  high double precision,
  verdict text CHECK (verdict IN ('pass', 'fail')),
  -- As the test has them, to be found by.
  published_at timestamptz NOT NULL,
  compound_id text,
  maker_id text,
  batch_id text,
  PRIMARY KEY (request_id, place)
);
CREATE INDEX dossier_value_compound ON dossier_value (compound_id, line, published_at DESC, request_id);
CREATE INDEX dossier_value_maker ON dossier_value (maker_id, line, published_at DESC, request_id);
CREATE INDEX dossier_value_batch ON dossier_value (batch_id, line, published_at DESC, request_id);

-- How often something is true of a subject: of its lines, at line -1 of its tests and batches, at line -2 how many tests
-- each customer sent.
CREATE TABLE dossier_count (
  kind text NOT NULL CHECK (kind IN ('compound', 'maker', 'batch')),
  subject_id text NOT NULL,
  line integer NOT NULL,
  what text NOT NULL,
  n integer NOT NULL CHECK (n > 0),
  PRIMARY KEY (kind, subject_id, line, what)
) WITH (fillfactor = 80);

-- How often each value was found: median, least and greatest are read from it.
CREATE TABLE dossier_figure (
  kind text NOT NULL CHECK (kind IN ('compound', 'maker', 'batch')),
  subject_id text NOT NULL,
  line integer NOT NULL,
  value double precision NOT NULL,
  n integer NOT NULL CHECK (n > 0),
  PRIMARY KEY (kind, subject_id, line, value)
) WITH (fillfactor = 80);

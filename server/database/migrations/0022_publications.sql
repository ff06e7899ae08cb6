-- What everybody may read of tests. The module `publications` alone writes and reads these tables: it makes the rows of a request
-- anew at the end of each transaction that changed the request. `npm run admin -- rebuild-dossiers` makes all of them anew.

-- The public list: a row a request that is paid or later. Of a private request only its SKU, number and status are in it.
CREATE TABLE public_test (
  request_id uuid PRIMARY KEY REFERENCES test_request(id),
  task_number bigint NOT NULL UNIQUE,
  is_public boolean NOT NULL,
  includes_sterility boolean NOT NULL,
  -- When the current result of a public test was published; null without one.
  published_at timestamptz,
  -- What it can be narrowed to: the folded name of the compound, the id of the maker's record, and of the result its overall verdict,
  -- year and analytes, folded.
  compound_id text,
  maker_id uuid,
  verdict text CHECK (verdict IN ('pass', 'partly', 'fail', 'not_judged')),
  year integer,
  tested text[] NOT NULL,
  -- What it can be sorted by: per cent, and how far the amount lies from the label, in per cent of it, without its sign.
  purity double precision,
  deviation double precision,
  -- What it is found by: names, and codes (rules/words.ts).
  words text NOT NULL,
  codes text NOT NULL,
  -- The row as it is sent (ListedTest of the contract), without the names of its compound and maker.
  body json NOT NULL,
  CHECK (is_public OR (published_at IS NULL AND compound_id IS NULL AND maker_id IS NULL AND verdict IS NULL
    AND year IS NULL AND tested = '{}' AND purity IS NULL AND deviation IS NULL
    AND body ->> 'manufacturer' IS NULL AND body ->> 'batch_code' IS NULL AND body ->> 'compound_name' IS NULL
    AND body ->> 'published_at' IS NULL AND body ->> 'result' IS NULL))
)
-- The bodies lie beside the rows: counting and searching read none of them.
WITH (toast_tuple_target = 128);
ALTER TABLE public_test ALTER COLUMN body SET STORAGE EXTERNAL;

CREATE INDEX public_test_published ON public_test (published_at DESC NULLS LAST, task_number DESC)
  INCLUDE (request_id, is_public, includes_sterility);
CREATE INDEX public_test_purity ON public_test (purity DESC NULLS LAST, task_number DESC) INCLUDE (request_id);
CREATE INDEX public_test_deviation ON public_test (deviation ASC NULLS LAST, task_number DESC) INCLUDE (request_id);
CREATE INDEX public_test_compound ON public_test (compound_id, published_at DESC NULLS LAST, task_number DESC);
CREATE INDEX public_test_maker ON public_test (maker_id, published_at DESC NULLS LAST, task_number DESC);
CREATE INDEX public_test_tested ON public_test USING gin (tested) WITH (fastupdate = off);
CREATE INDEX public_test_words ON public_test USING gin (words gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX public_test_codes ON public_test USING gin (codes gin_trgm_ops) WITH (fastupdate = off);
-- The map of the site, by stretches of task numbers.
CREATE INDEX public_test_map ON public_test ((task_number / 10000), published_at DESC) INCLUDE (task_number, request_id)
  WHERE is_public AND published_at IS NOT NULL;

-- What is measured of how long a sample took, of every sample that was received, whatever its visibility.
CREATE TABLE sample_turnaround (
  request_id uuid PRIMARY KEY REFERENCES test_request(id),
  sku_id uuid NOT NULL REFERENCES sku(id),
  received_at timestamptz NOT NULL,
  -- The last promised day.
  due_on date,
  -- When its first result was published.
  done_at timestamptz
);
CREATE INDEX sample_turnaround_received ON sample_turnaround (received_at) INCLUDE (sku_id, due_on, done_at);

-- An analyte by a method. The numbers stay when the rest is made anew.
CREATE TABLE line_name (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Folded, as they are compared.
  analyte_key text NOT NULL,
  method_key text NOT NULL,
  -- As they were written first.
  analyte text NOT NULL,
  method text NOT NULL
);
CREATE UNIQUE INDEX line_name_keys ON line_name (md5(analyte_key), md5(method_key));

-- What dossiers of compounds, makers and batches count: a row a request that was taken in and is or was public. Nothing of a private
-- test is in it but that it was withheld, and of which records it is.
CREATE TABLE counted_test (
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
  maker_id uuid,
  batch_id uuid,
  -- As its customer wrote them.
  compound text,
  maker text,
  batch_code text,
  code_key text,
  -- What it counts as once for a maker or a compound.
  unit text NOT NULL,
  label_unread boolean NOT NULL,
  published_at timestamptz,
  -- The newest event that the counts of it contain.
  at timestamptz NOT NULL,
  CHECK ((state = 'published') = (published_at IS NOT NULL)),
  CHECK (state <> 'withheld' OR (compound IS NULL AND maker IS NULL AND batch_code IS NULL AND code_key IS NULL))
);
CREATE INDEX counted_test_compound ON counted_test (compound_id, at DESC, task_number DESC);
CREATE INDEX counted_test_maker ON counted_test (maker_id, at DESC, task_number DESC);
CREATE INDEX counted_test_batch ON counted_test (batch_id, at DESC, task_number DESC);
CREATE INDEX counted_test_code ON counted_test (code_key, maker_id, compound_id) WHERE state = 'published';

-- The lines of the current results, and at line 0 how far an amount is from its label.
CREATE TABLE counted_line (
  request_id uuid NOT NULL REFERENCES counted_test(request_id) ON DELETE CASCADE,
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
  PRIMARY KEY (request_id, place)
);

-- Answers that a reader would wait for too long: large dossiers, and the facets of the whole list. A job counts them.
CREATE TABLE public_answer (
  kind text NOT NULL CHECK (kind IN ('compound', 'maker', 'batch', 'list')),
  subject_id text NOT NULL,
  body json NOT NULL,
  counted_at timestamptz NOT NULL,
  PRIMARY KEY (kind, subject_id)
);
-- What changed since they were counted. An answer of which something was taken away or corrected is not given any more.
CREATE TABLE public_answer_mark (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  subject_id text NOT NULL,
  takes_away boolean NOT NULL
);
CREATE INDEX public_answer_mark_subject ON public_answer_mark (kind, subject_id);

-- The public list as it is read: one row for each request that is paid or later, kept by the module `listing`.
-- Of a private request only what everybody may know is in it, so that nothing else can leak.

-- The words by which rows are found. Tests are many, their phrases few: a search looks here first, finds which phrases
-- it means, and adds up how many tests have them.
CREATE TABLE public_test_phrase (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- 'subject': SKU name, and of a public test result title and compound; 'maker': manufacturer of a public test.
  field text NOT NULL CHECK (field IN ('subject', 'maker')),
  is_public boolean NOT NULL,
  includes_sterility boolean NOT NULL,
  -- Folded (listing.rules.ts), one a line.
  words text NOT NULL,
  -- How many rows have it; kept by the triggers below.
  tests integer NOT NULL DEFAULT 0
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX public_test_phrase_words
  ON public_test_phrase (md5(words), field, is_public, includes_sterility);

CREATE TABLE public_test (
  task_number bigint PRIMARY KEY,
  request_id uuid NOT NULL UNIQUE REFERENCES test_request(id),
  is_public boolean NOT NULL,
  includes_sterility boolean NOT NULL,
  subject_id integer NOT NULL REFERENCES public_test_phrase(id),
  maker_id integer REFERENCES public_test_phrase(id),
  -- Task number, and of a public test the batch: folded, one a line.
  codes text NOT NULL,
  -- Of a public test with a published result, else null.
  published_at timestamptz,
  -- Stretches of the list short enough to be walked: days of publication, and below them a thousand task numbers each.
  stretch integer NOT NULL GENERATED ALWAYS AS (
    coalesce((published_at AT TIME ZONE 'UTC')::date - DATE '1970-01-01', (task_number / 1000)::integer - 1000000000)
  ) STORED,
  -- The row as it is sent (ListedTest of the contract): JSON in ASCII, whose length in bytes is its length.
  body text NOT NULL CHECK (octet_length(body) = length(body)),
  CHECK (is_public OR (published_at IS NULL AND maker_id IS NULL))
);
-- Rows are sent as they are: never compressed, and out of line only when very long.
ALTER TABLE public_test ALTER COLUMN body SET STORAGE EXTERNAL;

-- The list in its order, whole and under each filter. The whole one can be searched without touching the rows.
CREATE INDEX public_test_order ON public_test (stretch DESC, published_at DESC NULLS LAST, task_number DESC)
  INCLUDE (subject_id, maker_id, codes, is_public, includes_sterility);
CREATE INDEX public_test_order_public ON public_test (stretch DESC, published_at DESC NULLS LAST, task_number DESC)
  WHERE is_public;
CREATE INDEX public_test_order_sterility ON public_test (stretch DESC, published_at DESC NULLS LAST, task_number DESC)
  WHERE includes_sterility;
CREATE INDEX public_test_order_both ON public_test (stretch DESC, published_at DESC NULLS LAST, task_number DESC)
  WHERE is_public AND includes_sterility;
-- The rows of a phrase, newest first.
CREATE INDEX public_test_subject ON public_test
  (subject_id, stretch DESC, published_at DESC NULLS LAST, task_number DESC);
CREATE INDEX public_test_maker ON public_test
  (maker_id, stretch DESC, published_at DESC NULLS LAST, task_number DESC) WHERE maker_id IS NOT NULL;

-- Every piece of one to four characters that stands in `given`. Unlike pg_trgm's these serve short terms and
-- every script, and do not depend on the locale of the server.
CREATE FUNCTION text_grams(given text) RETURNS text[] IMMUTABLE STRICT PARALLEL SAFE LANGUAGE plpgsql AS $$
DECLARE
  grams text[] := '{}';
BEGIN
  FOR i IN 1 .. length(given) LOOP
    grams := grams || substr(given, i, 1) || substr(given, i, 2) || substr(given, i, 3) || substr(given, i, 4);
  END LOOP;
  RETURN grams;
END $$;
CREATE INDEX public_test_phrase_grams ON public_test_phrase USING gin (text_grams(words)) WITH (fastupdate = off);
CREATE INDEX public_test_codes_grams ON public_test USING gin (text_grams(codes)) WITH (fastupdate = off);

-- How many rows each stretch holds; the stretch 2147483647 stands for the whole list.
CREATE TABLE public_test_count (
  stretch integer PRIMARY KEY,
  tests integer NOT NULL,
  public_tests integer NOT NULL,
  sterility_tests integer NOT NULL,
  public_sterility_tests integer NOT NULL
) WITH (fillfactor = 80);

-- The counts follow every change of the rows, whoever makes it, in the same transaction. Counters are touched in one
-- order, so that changes at the same time wait for each other instead of embracing.
CREATE FUNCTION public_test_counted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changes text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT 1 AS n, * FROM come'
    WHEN 'DELETE' THEN 'SELECT -1 AS n, * FROM gone'
    ELSE 'SELECT 1 AS n, * FROM come UNION ALL SELECT -1, * FROM gone'
  END;
  empty integer[];
BEGIN
  EXECUTE format('
    WITH changes AS (%s), summed AS (
      SELECT id, sum(n)::integer AS n
      FROM (SELECT subject_id AS id, n FROM changes UNION ALL SELECT maker_id, n FROM changes) AS x
      WHERE id IS NOT NULL GROUP BY id HAVING sum(n) <> 0
    ), locked AS (
      SELECT id FROM public_test_phrase WHERE id IN (SELECT id FROM summed) ORDER BY id FOR NO KEY UPDATE
    ), counted AS (
      UPDATE public_test_phrase AS p SET tests = p.tests + summed.n FROM summed JOIN locked USING (id)
      WHERE p.id = summed.id RETURNING p.id, p.tests
    )
    SELECT array_agg(id) FROM counted WHERE tests = 0', changes) INTO empty;
  -- A phrase that no test has any more is forgotten.
  DELETE FROM public_test_phrase WHERE id = ANY (empty) AND tests = 0;
  -- Last, because every change of the list wants these rows.
  EXECUTE format('
    WITH changes AS (%s), placed AS (
      SELECT stretch, n, is_public, includes_sterility FROM changes
      UNION ALL SELECT 2147483647, n, is_public, includes_sterility FROM changes
    ), summed AS (
      SELECT stretch, sum(n) AS a, coalesce(sum(n) FILTER (WHERE is_public), 0) AS p,
             coalesce(sum(n) FILTER (WHERE includes_sterility), 0) AS s,
             coalesce(sum(n) FILTER (WHERE is_public AND includes_sterility), 0) AS b
      FROM placed GROUP BY stretch
    )
    INSERT INTO public_test_count AS c (stretch, tests, public_tests, sterility_tests, public_sterility_tests)
    SELECT stretch, a, p, s, b FROM summed WHERE (a, p, s, b) <> (0, 0, 0, 0) ORDER BY stretch
    ON CONFLICT (stretch) DO UPDATE SET tests = c.tests + excluded.tests,
      public_tests = c.public_tests + excluded.public_tests,
      sterility_tests = c.sterility_tests + excluded.sterility_tests,
      public_sterility_tests = c.public_sterility_tests + excluded.public_sterility_tests', changes);
  RETURN NULL;
END $$;
CREATE TRIGGER public_test_come AFTER INSERT ON public_test
  REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION public_test_counted();
CREATE TRIGGER public_test_changed AFTER UPDATE ON public_test
  REFERENCING NEW TABLE AS come OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public_test_counted();
CREATE TRIGGER public_test_gone AFTER DELETE ON public_test
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public_test_counted();

-- Publications: the public list as it is read, its search, and what dossiers count. Other tables do not point here.

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
  -- Where a word may begin, and the words with at most one letter left out, by which typing errors are found
  -- (search.rules.ts). Null while only a process of the release before has written the phrase.
  starts text,
  near text[],
  -- How many rows have it; kept by the triggers below.
  tests integer NOT NULL DEFAULT 0
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX public_test_phrase_words
  ON public_test_phrase (md5(words), field, is_public, includes_sterility);
CREATE INDEX public_test_phrase_near ON public_test_phrase USING gin (near) WITH (fastupdate = off);

-- What a list can be narrowed to: compounds and makers by their slugs, analytes by their folded names.
CREATE TABLE public_test_value (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  facet text NOT NULL CHECK (facet IN ('compound', 'maker', 'tested')),
  value text NOT NULL,
  label text NOT NULL,
  UNIQUE (facet, value)
);

-- Tests with the same words, maker, compound, verdict, year and analytes are one kind. Tests are many, their kinds few; a kind
-- knows how many tests it has and which of them comes first.
CREATE TABLE public_test_kind (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- A phrase that no test has is forgotten, and its kinds with it.
  subject_id integer NOT NULL REFERENCES public_test_phrase(id) ON DELETE CASCADE,
  maker_phrase_id integer REFERENCES public_test_phrase(id) ON DELETE CASCADE,
  is_public boolean NOT NULL,
  includes_sterility boolean NOT NULL,
  -- Of a private test none of these: nothing else than its SKU, number and status is public.
  compound_id integer REFERENCES public_test_value(id),
  maker_id integer REFERENCES public_test_value(id),
  -- Of a published result: 'pass' only where every line was judged.
  verdict text CHECK (verdict IN ('pass', 'partly', 'fail', 'not_judged')),
  year integer,
  tested integer[] NOT NULL DEFAULT '{}',
  -- How many tests there are, and by each order the first of them; kept by the trigger below.
  tests integer NOT NULL DEFAULT 0,
  published_at timestamptz,
  published_task bigint,
  purity double precision,
  purity_task bigint,
  deviation double precision,
  deviation_task bigint,
  CHECK (is_public OR (compound_id IS NULL AND maker_id IS NULL AND verdict IS NULL AND year IS NULL AND tested = '{}')),
  UNIQUE NULLS NOT DISTINCT (subject_id, maker_phrase_id, compound_id, maker_id, verdict, year, tested, is_public, includes_sterility)
) WITH (fillfactor = 80);
CREATE INDEX public_test_kind_maker ON public_test_kind (maker_phrase_id);

-- One row for each request that is paid or later. Of a private request only what everybody may know is in it, so that nothing
-- else can leak.
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
  -- Null until this release has written the row.
  kind_id integer REFERENCES public_test_kind(id),
  -- Per cent; what the list is sorted by.
  purity double precision,
  -- How far the amount lies from the label, in per cent of it, without its sign.
  deviation double precision,
  -- Of a public test: letters and digits of the batch code, folded.
  batch text COLLATE "C",
  -- Raised by each write of this release.
  writes integer NOT NULL DEFAULT 0,
  CHECK (is_public OR (published_at IS NULL AND maker_id IS NULL)),
  CHECK (is_public OR (purity IS NULL AND deviation IS NULL AND batch IS NULL))
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
-- The parts of the sitemap, ten thousand task numbers each, with the newest result of each.
CREATE INDEX public_test_map ON public_test ((task_number / 10000), published_at DESC)
  WHERE is_public AND published_at IS NOT NULL;
CREATE INDEX public_test_kind_published ON public_test (kind_id, published_at DESC NULLS LAST, task_number DESC);
CREATE INDEX public_test_kind_purity ON public_test (kind_id, purity DESC NULLS LAST, task_number DESC);
CREATE INDEX public_test_kind_deviation ON public_test (kind_id, deviation ASC NULLS LAST, task_number DESC);
CREATE INDEX public_test_batch ON public_test (batch) WHERE batch IS NOT NULL;
CREATE INDEX public_test_digits ON public_test ((task_number::text COLLATE "C"));
CREATE INDEX public_test_unsorted ON public_test (request_id) WHERE kind_id IS NULL;

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

-- A process of the release before does not know kinds: what it writes waits for this release to sort it in again.
CREATE FUNCTION public_test_unsort() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.kind_id := NULL;
  NEW.purity := NULL;
  NEW.deviation := NULL;
  NEW.batch := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER public_test_foreign BEFORE UPDATE ON public_test FOR EACH ROW
  WHEN (NEW.writes = OLD.writes AND NEW.kind_id IS NOT NULL) EXECUTE FUNCTION public_test_unsort();

-- Sets the first test of each order for these kinds.
CREATE FUNCTION public_test_kind_firsts(ids integer[]) RETURNS void LANGUAGE sql AS $$
  UPDATE public_test_kind AS k SET
    (published_at, published_task) = (
      SELECT t.published_at, t.task_number FROM public_test t WHERE t.kind_id = k.id
      ORDER BY t.published_at DESC NULLS LAST, t.task_number DESC LIMIT 1),
    (purity, purity_task) = (
      SELECT t.purity, t.task_number FROM public_test t WHERE t.kind_id = k.id
      ORDER BY t.purity DESC NULLS LAST, t.task_number DESC LIMIT 1),
    (deviation, deviation_task) = (
      SELECT t.deviation, t.task_number FROM public_test t WHERE t.kind_id = k.id
      ORDER BY t.deviation ASC NULLS LAST, t.task_number DESC LIMIT 1)
  WHERE k.id = ANY (ids)
$$;

-- Follows every change of the rows in the same transaction. Kinds are locked in one order and then read anew, so that
-- changes at the same time see each other.
CREATE FUNCTION public_test_kinds_counted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changes text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT 1 AS n, kind_id FROM come'
    WHEN 'DELETE' THEN 'SELECT -1 AS n, kind_id FROM gone'
    ELSE 'SELECT 1 AS n, kind_id FROM come UNION ALL SELECT -1, kind_id FROM gone'
  END;
  touched integer[];
BEGIN
  EXECUTE format('
    WITH summed AS (
      SELECT kind_id AS id, sum(n)::integer AS n FROM (%s) AS changes WHERE kind_id IS NOT NULL GROUP BY kind_id
    ), locked AS (
      SELECT id FROM public_test_kind WHERE id IN (SELECT id FROM summed) ORDER BY id FOR NO KEY UPDATE
    ), counted AS (
      UPDATE public_test_kind AS k SET tests = k.tests + summed.n FROM summed JOIN locked USING (id)
      WHERE k.id = summed.id RETURNING k.id
    )
    SELECT array_agg(id) FROM counted', changes) INTO touched;
  IF touched IS NOT NULL THEN
    PERFORM public_test_kind_firsts(touched);
    DELETE FROM public_test_kind WHERE id = ANY (touched) AND tests = 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER public_test_kind_come AFTER INSERT ON public_test
  REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION public_test_kinds_counted();
CREATE TRIGGER public_test_kind_changed AFTER UPDATE ON public_test
  REFERENCING NEW TABLE AS come OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public_test_kinds_counted();
CREATE TRIGGER public_test_kind_gone AFTER DELETE ON public_test
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public_test_kinds_counted();

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

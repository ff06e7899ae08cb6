-- The public list is searched by kinds of tests: tests with the same words, maker, compound, verdict, year and analytes
-- are one kind. Tests are many, their kinds few; a kind knows how many tests it has and which of them comes first.

-- Where a word may begin, and the words with at most one letter left out, by which typing errors are found
-- (search.rules.ts). Null while only a process of the release before has written the phrase.
ALTER TABLE public_test_phrase ADD COLUMN starts text, ADD COLUMN near text[];
CREATE INDEX public_test_phrase_near ON public_test_phrase USING gin (near) WITH (fastupdate = off);

-- What a list can be narrowed to: compounds and makers by their slugs, analytes by their folded names.
CREATE TABLE public_test_value (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  facet text NOT NULL CHECK (facet IN ('compound', 'maker', 'tested')),
  value text NOT NULL,
  label text NOT NULL,
  UNIQUE (facet, value)
);

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
  -- Of a published result.
  verdict text CHECK (verdict IN ('pass', 'fail', 'not_judged')),
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

ALTER TABLE public_test
  -- Null until this release has written the row.
  ADD COLUMN kind_id integer REFERENCES public_test_kind(id),
  -- Per cent; what the list is sorted by.
  ADD COLUMN purity double precision,
  -- How far the amount lies from the label, in per cent of it, without its sign.
  ADD COLUMN deviation double precision,
  -- Of a public test: letters and digits of the batch code, folded.
  ADD COLUMN batch text COLLATE "C",
  -- Raised by each write of this release.
  ADD COLUMN writes integer NOT NULL DEFAULT 0,
  ADD CHECK (is_public OR (purity IS NULL AND deviation IS NULL AND batch IS NULL));

CREATE INDEX public_test_kind_published ON public_test (kind_id, published_at DESC NULLS LAST, task_number DESC);
CREATE INDEX public_test_kind_purity ON public_test (kind_id, purity DESC NULLS LAST, task_number DESC);
CREATE INDEX public_test_kind_deviation ON public_test (kind_id, deviation ASC NULLS LAST, task_number DESC);
CREATE INDEX public_test_batch ON public_test (batch) WHERE batch IS NOT NULL;
CREATE INDEX public_test_digits ON public_test ((task_number::text COLLATE "C"));
CREATE INDEX public_test_unsorted ON public_test (request_id) WHERE kind_id IS NULL;

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

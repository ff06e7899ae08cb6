-- In the public list, 'Identity as BPC-157' and 'Identity as TB-500' are one thing that was tested: identity. Each of them was a value
-- of its own before. A process of the former release may still write them so; the next change of such a test sets it right.

CREATE TEMP TABLE identity_value ON COMMIT DROP AS
SELECT id FROM public_test_value WHERE facet = 'tested' AND value ~ '^identity\s+as\s';

INSERT INTO public_test_value (facet, value, label)
SELECT 'tested', 'identity', 'Identity' WHERE EXISTS (SELECT FROM identity_value) ON CONFLICT DO NOTHING;

CREATE TEMP TABLE kind_of_identity ON COMMIT DROP AS
SELECT k.id, ARRAY(
    SELECT DISTINCT CASE WHEN one IN (SELECT id FROM identity_value)
      THEN (SELECT id FROM public_test_value WHERE facet = 'tested' AND value = 'identity') ELSE one END
    FROM unnest(k.tested) AS one ORDER BY 1) AS tested
FROM public_test_kind k WHERE k.tested && ARRAY(SELECT id FROM identity_value);

INSERT INTO public_test_kind (subject_id, maker_phrase_id, compound_id, maker_id, verdict, year, tested, is_public, includes_sterility)
SELECT k.subject_id, k.maker_phrase_id, k.compound_id, k.maker_id, k.verdict, k.year, i.tested, k.is_public, k.includes_sterility
FROM kind_of_identity i JOIN public_test_kind k USING (id)
ON CONFLICT DO NOTHING;

-- The triggers count both kinds anew, and forget the one that no test is of any more.
UPDATE public_test t SET kind_id = o.id, writes = t.writes + 1
FROM kind_of_identity i JOIN public_test_kind k USING (id) JOIN public_test_kind o
  ON (o.subject_id, o.includes_sterility, o.is_public, o.tested) = (k.subject_id, k.includes_sterility, k.is_public, i.tested)
  AND (o.maker_phrase_id, o.compound_id, o.maker_id, o.verdict, o.year)
    IS NOT DISTINCT FROM (k.maker_phrase_id, k.compound_id, k.maker_id, k.verdict, k.year)
WHERE t.kind_id = k.id;

DELETE FROM public_test_value WHERE id IN (SELECT id FROM identity_value);

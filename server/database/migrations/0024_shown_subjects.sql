-- needs 0024
-- Whether everybody may read the result of a request, kept beside its words: names are counted by the tests that show them, and
-- the makers need not ask the orders for each.

ALTER TABLE request_subject ADD COLUMN is_shown boolean NOT NULL DEFAULT false;
UPDATE request_subject s SET is_shown = true
FROM test_request r WHERE r.id = s.request_id AND r.status = 'complete' AND r.visibility = 'public';

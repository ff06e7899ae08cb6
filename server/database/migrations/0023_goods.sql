-- needs 0023
-- What is sold, whoever sells it: checkout learns here which kind of good an id is. A row is written in the transaction that makes the
-- good, and never changes.

CREATE TABLE good (
  id uuid PRIMARY KEY,
  -- As in payment.subject_kind.
  kind text NOT NULL
);
INSERT INTO good (id, kind)
  SELECT id, 'order' FROM test_request
  UNION ALL SELECT id, 'group_share' FROM group_share
  UNION ALL SELECT id, 'withdrawal' FROM withdrawal
  UNION ALL SELECT id, 'showcase' FROM showcase;

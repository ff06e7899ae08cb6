-- needs 0027
-- A spelling is an alias that leads to one record. A merge moves aliases and ids to another record and keeps in its row which;
-- undoing it moves them back. Merges of before are turned into such ones here.

-- Makers, and batches of them.
CREATE TABLE named_record (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('maker', 'batch')),
  -- Of a batch: the maker that it was written with. A maker's own id.
  maker_id uuid NOT NULL REFERENCES named_record(id),
  -- The name of a maker, the code of a batch; and as spellings are compared.
  name text NOT NULL,
  folded text NOT NULL,
  -- Null: only a customer wrote it so.
  confirmed_at timestamptz,
  confirmed_by uuid REFERENCES user_account(id),
  -- What the maker says, in the maker's words.
  answer text,
  answered_at timestamptz,
  merged_into uuid REFERENCES named_record(id),
  -- The record that this id leads to now: itself unless it was merged.
  current_id uuid NOT NULL REFERENCES named_record(id),
  -- What its merge moved: the ids that led to it, its own among them, and its aliases.
  moved_records uuid[],
  moved_aliases uuid[],
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  CHECK ((merged_into IS NULL) = (current_id = id)),
  CHECK ((merged_into IS NULL) = (moved_records IS NULL) AND (merged_into IS NULL) = (moved_aliases IS NULL))
);
CREATE INDEX named_record_current ON named_record (current_id);
CREATE INDEX named_record_maker ON named_record (maker_id);
CREATE INDEX named_record_merged ON named_record (merged_into) WHERE merged_into IS NOT NULL;

-- Spellings of names and of codes. A merge of makers leaves a code below the maker that it was written with, for its address.
CREATE TABLE record_alias (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind IN ('maker', 'batch')),
  -- The maker that it was given to, or below which the code was written.
  maker_id uuid NOT NULL REFERENCES named_record(id),
  folded text NOT NULL,
  spelling text NOT NULL,
  -- Given when a public test shows the spelling for the first time, and the same ever after.
  slug text,
  record_id uuid NOT NULL REFERENCES named_record(id),
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX record_alias_name ON record_alias (folded) WHERE kind = 'maker';
CREATE UNIQUE INDEX record_alias_slug ON record_alias (slug) WHERE kind = 'maker';
CREATE UNIQUE INDEX record_alias_code ON record_alias (maker_id, folded) WHERE kind = 'batch';
CREATE UNIQUE INDEX record_alias_code_slug ON record_alias (maker_id, slug) WHERE kind = 'batch';
CREATE INDEX record_alias_record ON record_alias (record_id);
CREATE INDEX record_alias_maker ON record_alias (maker_id);

-- Each alias leads to its own record first, so that what a merge moved is found by it.
INSERT INTO named_record (id, kind, maker_id, name, folded, confirmed_at, confirmed_by, answer, answered_at, merged_into,
  current_id, moved_records, moved_aliases, version, created_at)
SELECT id, 'maker', id, name, folded, confirmed_at, confirmed_by, answer, answered_at, merged_into,
  current_id, CASE WHEN merged_into IS NOT NULL THEN '{}'::uuid[] END, CASE WHEN merged_into IS NOT NULL THEN '{}'::uuid[] END, version, created_at
FROM maker
UNION ALL
SELECT id, 'batch', maker_id, code, folded, confirmed_at, confirmed_by, answer, answered_at, merged_into,
  current_id, CASE WHEN merged_into IS NOT NULL THEN '{}'::uuid[] END, CASE WHEN merged_into IS NOT NULL THEN '{}'::uuid[] END, version, created_at
FROM batch;
INSERT INTO record_alias (kind, maker_id, folded, spelling, slug, record_id, created_at)
SELECT 'maker', maker_id, folded, spelling, slug, maker_id, created_at FROM maker_spelling
UNION ALL
SELECT 'batch', maker_id, folded, spelling, slug, batch_id, created_at FROM batch_spelling;

WITH RECURSIVE below AS (
  SELECT id AS merged, id FROM named_record WHERE merged_into IS NOT NULL
  UNION ALL
  SELECT b.merged, r.id FROM below b JOIN named_record r ON r.merged_into = b.id
)
UPDATE named_record r SET
  moved_records = ARRAY(SELECT b.id FROM below b WHERE b.merged = r.id),
  moved_aliases = ARRAY(SELECT a.id FROM below b JOIN record_alias a ON a.record_id = b.id WHERE b.merged = r.id)
WHERE merged_into IS NOT NULL;
UPDATE record_alias a SET record_id = r.current_id FROM named_record r WHERE r.id = a.record_id AND r.current_id <> r.id;

ALTER TABLE request_subject
  DROP CONSTRAINT request_subject_maker_id_fkey,
  DROP CONSTRAINT request_subject_batch_id_fkey,
  ADD FOREIGN KEY (maker_id) REFERENCES named_record(id),
  ADD FOREIGN KEY (batch_id) REFERENCES named_record(id);
DROP TABLE batch_spelling, batch, maker_spelling, maker;

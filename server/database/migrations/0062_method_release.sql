-- Who may release results by a method, beside who measures by it (user_ids). Null in either list: everybody. Where people were
-- named so far, those of them release who may publish at all.
ALTER TABLE method_authorisation ALTER COLUMN user_ids DROP NOT NULL;
ALTER TABLE method_authorisation ADD COLUMN release_ids uuid[];
UPDATE method_authorisation SET release_ids = ARRAY(
  SELECT id FROM user_account WHERE id = ANY (user_ids) AND role IN ('reviewer', 'admin') ORDER BY id
);
-- As a template writes it: the server folds names before it compares them, look-alike signs included.
UPDATE method_authorisation a SET method = coalesce((
  SELECT min(trim(line->>'method')) FROM method_template, jsonb_array_elements(lines) AS line
  WHERE lower(trim(line->>'method')) = a.method
), a.method);

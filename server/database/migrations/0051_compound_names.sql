-- Admins change the names of compounds: what they decided about a spelling stands, whatever a later release says.
ALTER TABLE compound_spelling
  -- By which calls name a compound: that of its name.
  ADD COLUMN id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  -- Null: a release or a customer wrote it, and no admin decided about it.
  ADD COLUMN decided_at timestamptz,
  ADD COLUMN decided_by uuid REFERENCES user_account(id),
  -- Of a compound's name: grows with each change of its names.
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD CHECK ((decided_at IS NULL) = (decided_by IS NULL));

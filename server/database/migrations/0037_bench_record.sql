-- What the bench recorded beside the figures; null where nobody recorded anything.
ALTER TABLE result_revision ADD COLUMN record jsonb;
ALTER TABLE draft_save ADD COLUMN record jsonb;
-- What a template wants recorded before a result is handed in; null for nothing.
ALTER TABLE method_template ADD COLUMN requires jsonb;

-- Answers of every call were stored for a day, among them some that held secrets, under a plain hash of their request.
DELETE FROM idempotency_key;
ALTER TABLE idempotency_key DROP COLUMN status;
ALTER TABLE idempotency_key RENAME COLUMN body TO answer;
-- The same for each try with one key: what is asked of others is derived from it.
ALTER TABLE idempotency_key ADD COLUMN operation_id uuid NOT NULL DEFAULT gen_random_uuid();

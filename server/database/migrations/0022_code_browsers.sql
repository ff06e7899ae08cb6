-- A code belongs to the browser that asked for it, so that the tries of others do not end it.

-- The hash of the browser's cookie. Codes of resets have one; those of registrations go by the registration's own proof.
ALTER TABLE account_code ADD COLUMN browser_hash bytea;
-- Tries of browsers that cannot prove to be the one that registered; `attempts` counts those of the one that can.
ALTER TABLE account_code ADD COLUMN foreign_attempts integer NOT NULL DEFAULT 0;

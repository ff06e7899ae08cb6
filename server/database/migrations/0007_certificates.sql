-- Signed certificates, and the public log of them.

-- certificates -------------------------------------------------------------------------------------
-- Every certificate of a key that has ever signed here: what it signed stays valid after the key is changed.
CREATE TABLE signing_certificate (
  -- SHA-256 of the DER, hexadecimal.
  fingerprint text PRIMARY KEY,
  pem text NOT NULL,
  -- The authorities above it, nearest first, the root last.
  authorities text NOT NULL,
  valid_from timestamptz NOT NULL,
  valid_until timestamptz NOT NULL,
  first_used_at timestamptz NOT NULL
);

ALTER TABLE certificate
  -- Null: issued before certificates were signed.
  ADD COLUMN signed_by text REFERENCES signing_certificate(fingerprint),
  -- The secret half of the log's commitment: 64 hexadecimal digits.
  ADD COLUMN log_salt text NOT NULL
    DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
CREATE UNIQUE INDEX certificate_sha256 ON certificate (sha256);

-- public log ---------------------------------------------------------------------------------------
-- A Merkle tree as of RFC 6962. Only what is appended is ever written.
CREATE TABLE log_entry (
  idx bigint PRIMARY KEY,
  body text NOT NULL
);
-- The hashes of whole subtrees: `idx` counts those of 2^level leaves from the left.
CREATE TABLE log_node (
  level integer NOT NULL,
  idx bigint NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (level, idx)
);
CREATE TABLE log_head (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  size bigint NOT NULL,
  root bytea NOT NULL CHECK (length(root) = 32)
);
INSERT INTO log_head (size, root) VALUES (0, sha256(''));
-- What was signed, in order; the last one is served.
CREATE TABLE log_checkpoint (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  size bigint NOT NULL,
  note text NOT NULL,
  at timestamptz NOT NULL
);
-- Keys that have signed checkpoints, as verifiers take them.
CREATE TABLE log_key (
  verifier_key text PRIMARY KEY,
  first_used_at timestamptz NOT NULL
);

-- Which entry tells what of which certificate.
CREATE TABLE certificate_log (
  certificate_id uuid NOT NULL REFERENCES certificate(id),
  event text NOT NULL CHECK (event IN ('issued', 'superseded', 'retracted')),
  log_index bigint NOT NULL UNIQUE REFERENCES log_entry(idx),
  PRIMARY KEY (certificate_id, event)
);

-- What was said stays said, whoever asks.
CREATE FUNCTION is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER certificate_stays BEFORE UPDATE OR DELETE ON certificate
  FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER signing_certificate_stays BEFORE UPDATE OR DELETE ON signing_certificate
  FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER log_entry_stays BEFORE UPDATE OR DELETE ON log_entry
  FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER log_node_stays BEFORE UPDATE OR DELETE ON log_node
  FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER log_checkpoint_stays BEFORE UPDATE OR DELETE ON log_checkpoint
  FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER log_key_stays BEFORE UPDATE OR DELETE ON log_key
  FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER certificate_log_stays BEFORE UPDATE OR DELETE ON certificate_log
  FOR EACH ROW EXECUTE FUNCTION is_append_only();
-- The head only grows.
CREATE FUNCTION log_head_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.size <= OLD.size THEN
    RAISE EXCEPTION 'the log only grows' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER log_head_stays BEFORE UPDATE OR DELETE ON log_head
  FOR EACH ROW EXECUTE FUNCTION log_head_grows();

-- The public log: a Merkle tree as of RFC 6962. Only what is appended is ever written, and none of its tables is emptied.
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

-- Size and root of the tree, in one row.
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

-- What was said stays said, whoever asks.
CREATE TRIGGER log_entry_stays BEFORE UPDATE OR DELETE ON log_entry
  FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER log_node_stays BEFORE UPDATE OR DELETE ON log_node
  FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER log_checkpoint_stays BEFORE UPDATE OR DELETE ON log_checkpoint
  FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER log_key_stays BEFORE UPDATE OR DELETE ON log_key
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

CREATE TRIGGER log_entry_not_emptied BEFORE TRUNCATE ON log_entry
  FOR EACH STATEMENT EXECUTE FUNCTION cannot_be_emptied();
CREATE TRIGGER log_node_not_emptied BEFORE TRUNCATE ON log_node
  FOR EACH STATEMENT EXECUTE FUNCTION cannot_be_emptied();
CREATE TRIGGER log_head_not_emptied BEFORE TRUNCATE ON log_head
  FOR EACH STATEMENT EXECUTE FUNCTION cannot_be_emptied();
CREATE TRIGGER log_checkpoint_not_emptied BEFORE TRUNCATE ON log_checkpoint
  FOR EACH STATEMENT EXECUTE FUNCTION cannot_be_emptied();
CREATE TRIGGER log_key_not_emptied BEFORE TRUNCATE ON log_key
  FOR EACH STATEMENT EXECUTE FUNCTION cannot_be_emptied();

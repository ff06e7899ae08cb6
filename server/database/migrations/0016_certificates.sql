-- Certificates: the signed documents of published revisions, and their entries of the public log.

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

-- The document of a published revision.
CREATE TABLE certificate (
  id uuid PRIMARY KEY,
  request_id uuid NOT NULL REFERENCES test_request(id),
  revision_id uuid NOT NULL UNIQUE REFERENCES result_revision(id),
  revision integer NOT NULL,
  file_key text NOT NULL,
  sha256 text NOT NULL,
  size_bytes integer NOT NULL,
  issued_at timestamptz NOT NULL,
  -- Null: issued before certificates were signed.
  signed_by text REFERENCES signing_certificate(fingerprint),
  -- The secret half of the log's commitment: 64 hexadecimal digits.
  log_salt text NOT NULL
    DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  -- What a certificate says for machines: the public log commits to it under the certificate's salt (entries of version 2).
  -- Null for certificates that were issued before; their entries hide the task number alone.
  result_json text
);
CREATE INDEX certificate_request ON certificate (request_id, revision DESC);
CREATE UNIQUE INDEX certificate_sha256 ON certificate (sha256);
CREATE INDEX certificate_file ON certificate (file_key);

-- Which entry tells what of which certificate.
CREATE TABLE certificate_log (
  certificate_id uuid NOT NULL REFERENCES certificate(id),
  event text NOT NULL CHECK (event IN ('issued', 'superseded', 'retracted')),
  log_index bigint NOT NULL UNIQUE REFERENCES log_entry(idx),
  PRIMARY KEY (certificate_id, event)
);

-- The owner's word that everybody may have a raw file; nobody takes it back. The public log holds the file's SHA-256 from then
-- on.
CREATE TABLE published_injection (
  injection_id uuid PRIMARY KEY REFERENCES injection(id),
  certificate_id uuid NOT NULL REFERENCES certificate(id),
  log_index bigint NOT NULL UNIQUE REFERENCES log_entry(idx),
  by_id uuid NOT NULL REFERENCES user_account(id),
  at timestamptz NOT NULL
);

CREATE TRIGGER certificate_stays BEFORE UPDATE OR DELETE ON certificate
  FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER signing_certificate_stays BEFORE UPDATE OR DELETE ON signing_certificate
  FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER certificate_log_stays BEFORE UPDATE OR DELETE ON certificate_log
  FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER published_injection_stays BEFORE UPDATE OR DELETE ON published_injection
  FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER certificate_not_emptied BEFORE TRUNCATE ON certificate
  FOR EACH STATEMENT EXECUTE FUNCTION cannot_be_emptied();
CREATE TRIGGER signing_certificate_not_emptied BEFORE TRUNCATE ON signing_certificate
  FOR EACH STATEMENT EXECUTE FUNCTION cannot_be_emptied();
CREATE TRIGGER certificate_log_not_emptied BEFORE TRUNCATE ON certificate_log
  FOR EACH STATEMENT EXECUTE FUNCTION cannot_be_emptied();

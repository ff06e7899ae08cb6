-- Sessions remember the last proof of identity; people may have passkeys; recovery codes are also stored sealed.

-- When the person last entered a password, a code or a passkey after the sign-in. Null: not since the sign-in.
ALTER TABLE user_session ADD COLUMN confirmed_at timestamptz;
-- When the person last used a passkey in this session, for the sign-in or later. Null: never.
ALTER TABLE user_session ADD COLUMN passkey_at timestamptz;

-- WebAuthn credentials. The private key never leaves the person's device.
CREATE TABLE passkey (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES user_account(id) ON DELETE CASCADE,
  -- The credential's id, in base64url as browsers send it.
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- The authenticator's count of signatures; 0 if it does not count.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkey_user ON passkey (user_id);

-- Challenges that wait for an answer of a passkey; each is answered once.
CREATE TABLE passkey_challenge (
  challenge_hash bytea PRIMARY KEY,
  -- 'register' adds a passkey; 'authenticate' proves who somebody is.
  purpose text NOT NULL CHECK (purpose IN ('register', 'authenticate')),
  -- Null: anybody may answer, because the person is not known before the sign-in.
  user_id uuid REFERENCES user_account(id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenge_expiry ON passkey_challenge (expires_at);
CREATE INDEX passkey_challenge_user ON passkey_challenge (user_id);

-- A code of before has no sealed text; it works only while the secret of its MAC is configured.
ALTER TABLE recovery_code ADD COLUMN sealed bytea;

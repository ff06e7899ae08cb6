-- Accounts: people, how they sign in, their sessions and devices, and what happened to their security.

CREATE TABLE user_account (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  email_normalized text NOT NULL UNIQUE,
  first_name text NOT NULL,
  last_name text NOT NULL,
  display_name text NOT NULL,
  company text,
  phone text,
  marketing_opt_in boolean NOT NULL DEFAULT false,
  role text NOT NULL DEFAULT 'customer' CHECK (role IN ('customer', 'analyst', 'reviewer', 'admin')),
  -- Null for people who sign in with a provider alone, and for laboratory keys.
  password_hash text,
  email_verified_at timestamptz,
  disabled_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE user_session (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES user_account(id) ON DELETE CASCADE,
  user_agent text,
  address text,
  -- How many wrong secrets in a row a session was asked for again and got: it ends with the 20th.
  wrong_secrets integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  revoked_reason text
);
CREATE INDEX user_session_user ON user_session (user_id);

-- Refresh tokens of a session, the used ones among them: a token that comes twice ends the session.
CREATE TABLE refresh_token (
  token_hash bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES user_session(id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX refresh_token_session ON refresh_token (session_id);

-- Codes that were mailed. A code belongs to the browser that asked for it, so that the tries of others do not end it.
CREATE TABLE account_code (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES user_account(id) ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('verify_email', 'reset_password')),
  code_mac bytea NOT NULL,
  -- The hash of the browser's cookie. Codes of resets have one; those of registrations go by the registration's own proof.
  browser_hash bytea,
  attempts integer NOT NULL DEFAULT 0,
  -- Tries of browsers that cannot prove to be the one that registered; `attempts` counts those of the one that can.
  foreign_attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  voided_at timestamptz
);
CREATE INDEX account_code_live ON account_code (user_id, purpose) WHERE voided_at IS NULL;

-- What a right reset code opens: a new password, once.
CREATE TABLE password_reset_grant (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES user_account(id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

-- The secret of a second factor is sealed (AES-256-GCM); without `confirmed_at` it is only being set up.
CREATE TABLE second_factor (
  user_id uuid PRIMARY KEY REFERENCES user_account(id) ON DELETE CASCADE,
  secret bytea NOT NULL,
  confirmed_at timestamptz,
  -- The newest time step that was accepted: none is accepted twice.
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL
);

-- Codes that stand in for the second factor, each once.
CREATE TABLE recovery_code (
  user_id uuid NOT NULL REFERENCES user_account(id) ON DELETE CASCADE,
  code_mac bytea NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_mac)
);

-- What a right password opens where a second factor is on.
CREATE TABLE sign_in_challenge (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES user_account(id) ON DELETE CASCADE,
  -- How the first step was made: 'password', 'google', 'discord'.
  method text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX sign_in_challenge_expiry ON sign_in_challenge (expires_at);
CREATE INDEX sign_in_challenge_user ON sign_in_challenge (user_id);

-- Accounts of other companies that a person signs in with.
CREATE TABLE provider_identity (
  provider text NOT NULL CHECK (provider IN ('google', 'discord')),
  subject text NOT NULL,
  user_id uuid NOT NULL REFERENCES user_account(id) ON DELETE CASCADE,
  linked_at timestamptz NOT NULL,
  PRIMARY KEY (provider, subject),
  UNIQUE (user_id, provider)
);

-- The one-time code that brings a session from the provider's redirect into the page, for one browser.
CREATE TABLE provider_sign_in (
  code_hash bytea PRIMARY KEY,
  browser_hash bytea NOT NULL,
  user_id uuid NOT NULL REFERENCES user_account(id) ON DELETE CASCADE,
  provider text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX provider_sign_in_expiry ON provider_sign_in (expires_at);
CREATE INDEX provider_sign_in_user ON provider_sign_in (user_id);

-- One waiting change of address a person, with a code for each of the two mailboxes.
CREATE TABLE email_change (
  user_id uuid PRIMARY KEY REFERENCES user_account(id) ON DELETE CASCADE,
  id uuid NOT NULL UNIQUE,
  new_email text NOT NULL,
  new_email_normalized text NOT NULL,
  current_code_mac bytea,
  new_code_mac bytea,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

-- Browsers that somebody signed in with before; a sign-in with another is told by mail.
CREATE TABLE known_device (
  user_id uuid NOT NULL REFERENCES user_account(id) ON DELETE CASCADE,
  device_hash bytea NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, device_hash)
);

-- The security log of a person. An event without a person is a sign-in to an address that has no account; the address that was
-- typed is not kept.
CREATE TABLE security_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  user_id uuid REFERENCES user_account(id) ON DELETE CASCADE,
  -- Who did it, when it was not the person; null besides.
  actor_id uuid REFERENCES user_account(id) ON DELETE SET NULL,
  kind text NOT NULL,
  user_agent text,
  address text,
  note text
);
CREATE INDEX security_event_user ON security_event (user_id, id DESC);
CREATE INDEX security_event_at ON security_event (at);

-- Asks for a reset code that no mail has answered yet. An address need not have an account: such asks are gone with the next
-- look at them, all others with their mail, and none stays for longer than an hour.
CREATE TABLE reset_ask (
  id uuid NOT NULL UNIQUE,
  email_normalized text NOT NULL,
  -- HMAC of the mailbox, in which the mails are counted: addresses that differ by +tag share one.
  mailbox bytea NOT NULL,
  -- HMAC of the network that asked, or the mark of a browser that the account knows. A later ask replaces an earlier one.
  asker bytea NOT NULL,
  is_known boolean NOT NULL,
  network bytea NOT NULL,
  -- The hash of the browser's cookie, to which the code will be bound.
  browser_hash bytea NOT NULL,
  -- 'Firefox on Linux'.
  device text NOT NULL,
  asked_at timestamptz NOT NULL,
  PRIMARY KEY (email_normalized, asker)
);
CREATE INDEX reset_ask_mailbox ON reset_ask (mailbox);

-- When a mailbox may get the next mail: for browsers that are not known (asker is empty), and for each one that is. Of a network:
-- until when it comes after others, since it had a code.
CREATE TABLE reset_turn (
  mailbox bytea NOT NULL,
  asker bytea NOT NULL,
  next_at timestamptz NOT NULL,
  PRIMARY KEY (mailbox, asker)
);

-- Every process keeps what it knows of a session until it hears here that it changed. Triggers tell it, so that no
-- statement can forget to, not even one that is typed by hand.
CREATE FUNCTION tell_session_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('vialproof_news', 'session ' || OLD.id);
  RETURN NULL;
END $$;
CREATE TRIGGER user_session_changed AFTER UPDATE ON user_session FOR EACH ROW
  WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at OR OLD.expires_at <> NEW.expires_at OR OLD.user_id <> NEW.user_id)
  EXECUTE FUNCTION tell_session_change();
CREATE TRIGGER user_session_deleted AFTER DELETE ON user_session FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL)
  EXECUTE FUNCTION tell_session_change();

CREATE FUNCTION tell_person_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'second_factor' THEN
    PERFORM pg_notify('vialproof_news', 'person ' || CASE TG_OP WHEN 'DELETE' THEN OLD.user_id ELSE NEW.user_id END);
  ELSE
    PERFORM pg_notify('vialproof_news', 'person ' || OLD.id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER user_account_changed AFTER UPDATE ON user_account FOR EACH ROW
  WHEN (OLD.role <> NEW.role OR OLD.disabled_at IS DISTINCT FROM NEW.disabled_at OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at)
  EXECUTE FUNCTION tell_person_change();
CREATE TRIGGER second_factor_confirmed AFTER UPDATE ON second_factor FOR EACH ROW
  WHEN (OLD.confirmed_at IS DISTINCT FROM NEW.confirmed_at)
  EXECUTE FUNCTION tell_person_change();
CREATE TRIGGER second_factor_removed AFTER DELETE ON second_factor FOR EACH ROW
  EXECUTE FUNCTION tell_person_change();

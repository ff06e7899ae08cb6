-- Accounts, complete: second factor, other ways to sign in, changes of address, devices, security log, deletion.

-- Whoever signs in with a provider needs no password; whoever deleted the account is nobody.
ALTER TABLE user_account ALTER COLUMN password_hash DROP NOT NULL;
ALTER TABLE user_account ADD COLUMN deleted_at timestamptz;
ALTER TABLE user_session ADD COLUMN address text;

-- The secret is sealed (AES-256-GCM); without `confirmed_at` it is only being set up.
CREATE TABLE second_factor (
  user_id uuid PRIMARY KEY REFERENCES user_account(id) ON DELETE CASCADE,
  secret bytea NOT NULL,
  confirmed_at timestamptz,
  -- The newest time step that was accepted: none is accepted twice.
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL
);

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

-- Without a person: a sign-in to an address that has no account. The address that was typed is not kept.
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

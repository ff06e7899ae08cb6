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

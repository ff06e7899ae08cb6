-- Mails about events: one mail per event, however often the event comes.
CREATE TABLE mail_dispatch (
  dedupe_key text PRIMARY KEY,
  recipient text NOT NULL,
  template text NOT NULL,
  created_at timestamptz NOT NULL,
  sent_at timestamptz
);

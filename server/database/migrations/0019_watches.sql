-- Watches: who is told by mail of new public results of a compound, a maker, a batch or a test.

-- An address is here once, and goes with its last watch.
CREATE TABLE watcher (
  id uuid PRIMARY KEY,
  -- Lower case.
  address text NOT NULL UNIQUE,
  -- Its holder may stop all watches of the address: it stands in the mails.
  key text NOT NULL,
  -- The days (UTC) on which the newest digest was asked for, and on which the newest left.
  digest_asked_on date,
  digest_sent_on date,
  created_at timestamptz NOT NULL
);

CREATE TABLE watch (
  id uuid PRIMARY KEY,
  watcher_id uuid NOT NULL REFERENCES watcher(id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('compound', 'maker', 'batch', 'task')),
  -- The compound's folded name, or the id of the maker, batch or request. What it was merged into is looked up when it matters.
  subject text NOT NULL,
  -- Its holder may confirm and stop this watch: it stands in the mails.
  key text NOT NULL,
  created_at timestamptz NOT NULL,
  -- The day (UTC) on which the newest mail left that asks to confirm it.
  asked_on date,
  -- Null until the mailed link is used; until then nothing else is sent.
  confirmed_at timestamptz,
  UNIQUE (kind, subject, watcher_id)
);
CREATE INDEX watch_watcher ON watch (watcher_id);
CREATE INDEX watch_unconfirmed ON watch (created_at) WHERE confirmed_at IS NULL;

-- What a watch has to be told: one row for each event, written by the transaction that publishes or withdraws a result, and
-- deleted once it is told. No key but the number, and none to the watch: a publication waits for nobody who stops a watch or
-- sends a mail meanwhile, and never fails for that.
CREATE TABLE watch_notice (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  watch_id uuid NOT NULL,
  request_id uuid NOT NULL REFERENCES test_request(id),
  what text NOT NULL CHECK (what IN ('published', 'amended', 'retracted')),
  at timestamptz NOT NULL
);
CREATE INDEX watch_notice_watch ON watch_notice (watch_id);
CREATE INDEX watch_notice_retracted ON watch_notice (request_id) WHERE what = 'retracted';
CREATE INDEX watch_notice_at ON watch_notice (at);

-- How many mails left on a day (UTC).
CREATE TABLE watch_day (
  day date PRIMARY KEY,
  opt_ins integer NOT NULL DEFAULT 0,
  digests integer NOT NULL DEFAULT 0,
  retractions integer NOT NULL DEFAULT 0
);

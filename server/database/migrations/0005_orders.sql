-- Live news: hints that something changed, kept for an hour so that a reader whose line broke can go on.
-- `xid` is the transaction that tells; `horizon` the oldest one still running then. Whoever has heard a piece of news
-- has heard of every transaction below its horizon, so going on means everything from that horizon.
CREATE TABLE live_news (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel text NOT NULL,
  kind text NOT NULL,
  subject_id text NOT NULL,
  at timestamptz NOT NULL,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  horizon xid8 NOT NULL DEFAULT pg_snapshot_xmin(pg_current_snapshot()),
  -- The same hint twice in one transaction is one hint.
  UNIQUE (xid, channel, kind, subject_id)
);
CREATE INDEX live_news_age ON live_news (at);

-- What has been shown to everybody cannot be taken back, and what waits for a result keeps the visibility it was
-- ordered with. Until somebody has paid both are open.
CREATE FUNCTION visibility_only_opens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status NOT IN ('draft', 'pending_payment') AND OLD.visibility = 'public' AND NEW.visibility = 'private' THEN
    RAISE EXCEPTION 'request % is public and stays so', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER test_request_visibility BEFORE UPDATE OF visibility ON test_request
  FOR EACH ROW EXECUTE FUNCTION visibility_only_opens();

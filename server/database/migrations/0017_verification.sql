-- Verification: how often certificates are looked up, and what was compared with them.

-- How often number and key were verified, a row a day (UTC). Who asked is not kept. Without a foreign key, whose check would
-- make the first lookup of a day wait for a transaction that has locked the request; requests are never deleted.
CREATE TABLE certificate_lookup (
  request_id uuid NOT NULL,
  day date NOT NULL,
  lookups integer NOT NULL CHECK (lookups > 0),
  PRIMARY KEY (request_id, day)
);

-- When the owner was last told that a certificate is looked up unusually often.
CREATE TABLE certificate_lookup_mail (
  request_id uuid PRIMARY KEY REFERENCES test_request(id),
  told_at timestamptz NOT NULL
);

-- The different values that were compared with a line of a certificate on one day. Place and value are keyed hashes: neither an
-- address nor what somebody typed is kept. Rows go when their day is over.
CREATE TABLE paper_comparison (
  day date NOT NULL,
  line text NOT NULL,
  place text NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (day, line, place, value)
);

-- Who may enter and hand in results by a method. A method without a row is everybody's; the audit log keeps what was before.
CREATE TABLE method_authorisation (
  -- As it is compared: trimmed, in lower case.
  method text PRIMARY KEY,
  user_ids uuid[] NOT NULL,
  by_id uuid NOT NULL REFERENCES user_account(id),
  at timestamptz NOT NULL
);

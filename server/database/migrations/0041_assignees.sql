-- Who has taken a sample on. The audit log keeps who had it before.
CREATE TABLE sample_assignee (
  request_id uuid PRIMARY KEY REFERENCES test_request(id),
  user_id uuid NOT NULL REFERENCES user_account(id),
  by_id uuid NOT NULL REFERENCES user_account(id),
  at timestamptz NOT NULL
);
CREATE INDEX sample_assignee_user ON sample_assignee (user_id);

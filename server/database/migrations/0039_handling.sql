-- What the bench has to know of a sample (solvent, hazard), in the laboratory's own words: analysts read neither the
-- customer's name nor the notes.
CREATE TABLE sample_handling (
  request_id uuid PRIMARY KEY REFERENCES test_request(id),
  words text NOT NULL,
  by_id uuid NOT NULL REFERENCES user_account(id),
  at timestamptz NOT NULL
);

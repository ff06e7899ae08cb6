-- How many wrong secrets in a row a session was asked for again and got: it ends with the 20th.
ALTER TABLE user_session ADD COLUMN wrong_secrets integer NOT NULL DEFAULT 0;

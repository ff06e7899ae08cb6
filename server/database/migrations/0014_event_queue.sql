-- Stored events are the queue of what has to be worked through: taken up by one worker at a time, which has them for a
-- while. When that is over without an end, or the time that somebody set has come, they are due again; null: at once.
ALTER TABLE payment_event ADD COLUMN due_at timestamptz;

-- Two more doubts that a reviewer may allow: a run that is dated in the future, and a sample name without the task's number.
ALTER TABLE injection_allowance DROP CONSTRAINT injection_allowance_what_check;
ALTER TABLE injection_allowance ADD CONSTRAINT injection_allowance_what_check
  CHECK (what IN ('before_receipt', 'in_future', 'other_sample', 'unnamed_sample'));

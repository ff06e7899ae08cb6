-- What measured turnaround reads of the samples of the last 90 days, without reading their rows.
CREATE INDEX test_request_received ON test_request (received_at) INCLUDE (id, sku_id, completed_at, due_on)
  WHERE received_at IS NOT NULL;
-- An amended or withdrawn result was published before the one that stands.
CREATE INDEX result_revision_replaced ON result_revision (request_id) INCLUDE (published_at)
  WHERE state IN ('superseded', 'retracted');

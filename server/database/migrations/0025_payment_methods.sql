-- Which payment methods there are, the contract says alone.

ALTER TABLE test_request DROP CONSTRAINT test_request_payment_method_check;
ALTER TABLE payment DROP CONSTRAINT payment_provider_check;

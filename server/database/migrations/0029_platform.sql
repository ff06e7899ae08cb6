-- Indexes that large tables need. Deleting an account that was never confirmed looks for its id in every column that refers
-- to accounts; without an index each of them costs a read of the whole table.
-- one by one
CREATE INDEX IF NOT EXISTS account_code_user ON account_code (user_id);
CREATE INDEX IF NOT EXISTS password_reset_grant_user ON password_reset_grant (user_id);
CREATE INDEX IF NOT EXISTS security_event_actor ON security_event (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS method_template_draft_by ON method_template_draft (by_id);
CREATE INDEX IF NOT EXISTS method_template_draft_decided_by ON method_template_draft (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX IF NOT EXISTS method_authorisation_by ON method_authorisation (by_id);
CREATE INDEX IF NOT EXISTS request_event_actor ON request_event (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS payment_refund_actor ON payment_refund (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS group_test_sender ON group_test (sender_id) WHERE sender_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS group_test_payout_by ON group_test (payout_by) WHERE payout_by IS NOT NULL;
CREATE INDEX IF NOT EXISTS group_event_actor ON group_event (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS compound_spelling_decided_by ON compound_spelling (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX IF NOT EXISTS request_subject_chosen_by ON request_subject (chosen_by) WHERE chosen_by IS NOT NULL;
CREATE INDEX IF NOT EXISTS result_revision_created_by ON result_revision (created_by);
CREATE INDEX IF NOT EXISTS result_revision_submitted_by ON result_revision (submitted_by) WHERE submitted_by IS NOT NULL;
CREATE INDEX IF NOT EXISTS result_revision_published_by ON result_revision (published_by) WHERE published_by IS NOT NULL;
CREATE INDEX IF NOT EXISTS result_revision_retracted_by ON result_revision (retracted_by) WHERE retracted_by IS NOT NULL;
CREATE INDEX IF NOT EXISTS revision_contributor_user ON revision_contributor (user_id);
CREATE INDEX IF NOT EXISTS revision_signature_by ON revision_signature (by_id);
CREATE INDEX IF NOT EXISTS draft_save_by ON draft_save (by_id);
CREATE INDEX IF NOT EXISTS result_attachment_uploaded_by ON result_attachment (uploaded_by);
CREATE INDEX IF NOT EXISTS spectrum_uploaded_by ON spectrum (uploaded_by);
CREATE INDEX IF NOT EXISTS sample_handling_by ON sample_handling (by_id);
CREATE INDEX IF NOT EXISTS sample_assignee_by ON sample_assignee (by_id);
CREATE INDEX IF NOT EXISTS sample_photo_taken_by ON sample_photo (taken_by);
CREATE INDEX IF NOT EXISTS sample_photo_removed_by ON sample_photo (removed_by) WHERE removed_by IS NOT NULL;
CREATE INDEX IF NOT EXISTS photo_redaction_by ON photo_redaction (by_id);
CREATE INDEX IF NOT EXISTS photo_redaction_confirmed_by ON photo_redaction (confirmed_by) WHERE confirmed_by IS NOT NULL;
CREATE INDEX IF NOT EXISTS photo_redaction_proposal_by ON photo_redaction_proposal (by_id);
CREATE INDEX IF NOT EXISTS photo_redaction_proposal_decided_by ON photo_redaction_proposal (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX IF NOT EXISTS blank_uploaded_by ON blank (uploaded_by);
CREATE INDEX IF NOT EXISTS chromatogram_blank_by ON chromatogram (blank_by) WHERE blank_by IS NOT NULL;
CREATE INDEX IF NOT EXISTS chromatogram_changed_by ON chromatogram (changed_by) WHERE changed_by IS NOT NULL;
CREATE INDEX IF NOT EXISTS chromatogram_uploaded_by ON chromatogram (uploaded_by);
CREATE INDEX IF NOT EXISTS injection_uploaded_by ON injection (uploaded_by);
CREATE INDEX IF NOT EXISTS injection_reading_by ON injection_reading (by_id);
CREATE INDEX IF NOT EXISTS unused_injection_by ON unused_injection (by_id);
CREATE INDEX IF NOT EXISTS injection_time_by ON injection_time (by_id);
CREATE INDEX IF NOT EXISTS injection_allowance_by ON injection_allowance (by_id);
CREATE INDEX IF NOT EXISTS injection_release_by ON injection_release (by_id);
CREATE INDEX IF NOT EXISTS laboratory_key_made_by ON laboratory_key (made_by);
CREATE INDEX IF NOT EXISTS laboratory_key_revoked_by ON laboratory_key (revoked_by) WHERE revoked_by IS NOT NULL;
CREATE INDEX IF NOT EXISTS import_decision_by ON import_decision (by_id);
CREATE INDEX IF NOT EXISTS import_reading_by ON import_reading (by_id);
CREATE INDEX IF NOT EXISTS published_injection_by ON published_injection (by_id);
CREATE INDEX IF NOT EXISTS named_record_confirmed_by ON named_record (confirmed_by) WHERE confirmed_by IS NOT NULL;

-- The alternatives of a search in the security log.
CREATE INDEX IF NOT EXISTS security_event_kind ON security_event (kind);
CREATE INDEX IF NOT EXISTS security_event_address ON security_event (address text_pattern_ops) WHERE address IS NOT NULL;

-- The photos of a sample, removed ones included, and the group of an order.
CREATE INDEX IF NOT EXISTS sample_photo_request ON sample_photo (request_id);
CREATE INDEX IF NOT EXISTS group_test_request ON group_test (request_id) WHERE request_id IS NOT NULL;

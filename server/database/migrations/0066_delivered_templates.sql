-- Whether the first version of a template came with the installation; a test's own may have been begun by an admin.
ALTER TABLE method_template ADD COLUMN delivered boolean NOT NULL DEFAULT false;
UPDATE method_template t SET delivered = NOT EXISTS (
  SELECT FROM audit_entry
  WHERE action = 'methods.changed' AND subject_id = coalesce(t.sku_id, t.id) AND detail->'version' = '1'
);

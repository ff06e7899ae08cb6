-- What a certificate says for machines: the public log commits to it under the certificate's salt (entries of version 2).
-- Null for certificates that were issued before; their entries hide the task number alone.
ALTER TABLE certificate ADD COLUMN result_json text;

-- The sweep and the doctor ask for each stored file whether a row names it.
CREATE INDEX chromatogram_file ON chromatogram (file_key);
CREATE INDEX result_attachment_file ON result_attachment (file_key);
CREATE INDEX certificate_file ON certificate (file_key);
CREATE INDEX sample_photo_file ON sample_photo (file_key);

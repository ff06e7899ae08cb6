-- Which of its file's channels a trace is, in the file's words, and all that can be read; empty where there is one. Null and
-- empty where that was not kept.
ALTER TABLE chromatogram ADD COLUMN channel text;
ALTER TABLE chromatogram ADD COLUMN channels jsonb NOT NULL DEFAULT '[]';

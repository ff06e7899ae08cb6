-- What belongs to a method of an integration: the reporting limit and the window. Null in versions of before it was kept.
ALTER TABLE method_template ADD COLUMN integration jsonb;

-- Peaks of a trace that its purity does not count, each with why. Null where that was not kept.
ALTER TABLE chromatogram ADD COLUMN uncounted jsonb;

-- Every run of the sample as it stood at the publication of a revision that reports none of them.
ALTER TABLE result_revision ADD COLUMN injections jsonb;

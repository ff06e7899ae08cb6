-- The injections that a result reports beside the one that is drawn, each with its purity by the same method.
ALTER TABLE chromatogram ADD COLUMN replicates jsonb;

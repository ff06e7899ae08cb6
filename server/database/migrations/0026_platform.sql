-- Whether nobody had an account when the year of demo tests was begun: what the database holds beside it is nobody's.

ALTER TABLE demo_year ADD COLUMN began_empty boolean NOT NULL DEFAULT false;

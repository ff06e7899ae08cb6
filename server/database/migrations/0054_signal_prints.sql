-- What altered copies of an injection's signal are looked for by (rules/noise-print); injections of before have none.
CREATE TABLE signal_print (
  injection_id uuid PRIMARY KEY REFERENCES injection(id),
  -- Which of the file's channels was read; null where it names none.
  channel text,
  -- Of the highest peak: the width at half of its height, and its height.
  width_min double precision NOT NULL,
  height_mau double precision NOT NULL,
  -- The signs of the noise in equal stretches about that peak, and where there is nothing else than noise.
  noise bit(2048) NOT NULL,
  noise_only bit(2048) NOT NULL
);
CREATE INDEX signal_print_width ON signal_print (width_min);
CREATE TRIGGER signal_print_stays BEFORE UPDATE OR DELETE ON signal_print
  FOR EACH ROW EXECUTE FUNCTION is_append_only();

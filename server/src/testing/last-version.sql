-- The schema of the last version before the baseline (commit bffe2249), as its migrations made it: generated from them, without
-- comments and without statements that moved rows. Read by last-version.ts beside it.
CREATE TABLE schema_migration (
  version integer PRIMARY KEY, name text NOT NULL, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(), needs_version integer NOT NULL DEFAULT 0);
INSERT INTO schema_migration (version, name, sha256) VALUES
  (1, '0001_foundation.sql', '19d45894262383cde9bf890c046f0415e90532b26161cbff787dfb0f04efba6e'),
  (2, '0002_listing.sql', '0d98147d50e65f901e957aaef772e50e90491ef1c9aed12da95d6c4cf76ef5a1'),
  (3, '0003_accounts.sql', 'bf15192fbd8e3089bacef88b7db83072650ba88db3d20373604a422ec7b7e088'),
  (4, '0004_payments.sql', 'f10607cfa4eb9e506635a6ac9f0b3df74bbc412e454aaf989849b7071993e670'),
  (5, '0005_orders.sql', '44458150c17f0c465c51973608abbf052ca63e0dcc53ea7e29404da09c02c69f'),
  (6, '0006_catalog.sql', 'e34034fdebd9e804e073ac971933369e9c8043866eeea903136892807095259e'),
  (7, '0007_certificates.sql', 'efad3bcfed55c1ffb632aa11dcb745d05edd3921d368f2c1c354092dde57e24e'),
  (9, '0009_group_tests.sql', 'fe19b87233a0eabdb0b52f5d26b414254afc4e7c0bbc54cdf5edf25ef3eb7b16'),
  (10, '0010_measurements.sql', '133776742bec4d64f7cc0334f1dc7a0cd534dc8ca43a99a30450c15a06934675'),
  (11, '0011_chromatograms.sql', '8e86afee189294ecc3b3e29bf821fdb309894d219efbca20f6936637c241e61c'),
  (12, '0012_intake.sql', '606a800e66b381b9e410f165ca3bb6412ed282f44b66e3ea0e3ff22c304b5e67'),
  (14, '0014_event_queue.sql', '5efaa49c00a48530da73825e128f90f769567dd6c41d7e36224ddfc5388abd53'),
  (15, '0015_trace_units.sql', '14c2fac5686ac4db8108afcf22c686be2d4bd7ce6de4af38b3eade42cd7202a3'),
  (17, '0017_demo_year.sql', 'cb4379c442de18a448f57b8260cb7f3598398c26cbbc05b0e10a7c5171678965'),
  (19, '0019_idempotency.sql', 'f9cb416a300ab375ab6221c881f14ab360d7a7165b2cd3318d639e1682badca9'),
  (22, '0022_code_browsers.sql', '8f2e3fecdc8b5c61af93b850474febf12f5125565e3d3d27fd238a5601d25420'),
  (24, '0024_file_keys.sql', 'b89d86d205325c8e0faa60b56077ed35da83575f3f3946399512f5afc5a8378d'),
  (25, '0025_sitemap.sql', 'c57d12c50d3bafb6e6e4d2bd9844aecf84b4b82d211dcdd823166b7bcccd85e2'),
  (26, '0026_raw_data.sql', '825bccd58ecbaea286c3ba9be8e36a5b7741bc56e62a15c5baa0bc2c5865022d'),
  (27, '0027_log_entry_2.sql', 'b13b883ceb24b7dbae8f9aa856350e8b8953945d2588c630ab685a4353c256a8'),
  (28, '0028_imports.sql', 'ae5ee55cb7891ca3ee94b81454aac92ad9e2c82cc64c8f8698591be0e880e10e'),
  (29, '0029_desk.sql', '64e933819c6d882b7be57d179dddf8f100b5cd56ba9593bfccf872191d12238f'),
  (30, '0030_audit.sql', '3b10043137cc1ba3a0fc1a0cd9397227ca9bef255e635e0431d55dcb6aca787e'),
  (31, '0031_drawing.sql', '640a4d82d3e477f8486cf20662bf22a99b45a975df434c1d5f1216db42ba6b68'),
  (32, '0032_raw_files.sql', 'a74d2ceed71941f795a19059bd20a348d009759a97e453fb2a74a3605a5cecf1'),
  (33, '0033_signatures.sql', '840cc5f109fbb9141d8d5d6ced4bbe666346b727a8f2cb0f22fb0badd28fcd34'),
  (34, '0034_channels.sql', '9824c002c23a43ed5cd913cfa8b8b940ad0dcb57247e66c4fc15e819e93e4bc4'),
  (35, '0035_redacted_photos.sql', '9453911c42922350e55e24b9c4d4a6e8c9b3d0e59de80fb77dce5d85f842c3ae'),
  (36, '0036_template_versions.sql', 'd983ce09b5a371fe8940ed1698cae5fa5cb1c34e3090be0b4bddeb4320dd7355'),
  (37, '0037_bench_record.sql', '5cb074c67a3bbc489e04e61794e8ea1df09acc808131ec5acf6cd558a44c297e'),
  (38, '0038_method_authorisation.sql', 'e8bcce7b56e8235fd6c74bac3bc1dd468215ef586958b2eab8ccd878a9cee5d7'),
  (39, '0039_handling.sql', '8b9368bd2c6e9cdc18e2693df424b29442e75d8cfcbbfdaf78ae5c075b330435'),
  (40, '0040_spectra.sql', 'c2ae39b53fc590bff7d0151758b3b7c1862dfa4d8985443a26463ce18688d64f'),
  (41, '0041_assignees.sql', 'f40903f8dc123f8958b05fbfd99070fd983bdbb1310f5d9f29e0c343d24cba80'),
  (43, '0043_paper.sql', '910f8deb81c6596c798b17d105aa41d41ef127dacf8445245b3edacafe042a49'),
  (44, '0044_makers.sql', '21204d50e3e7d1c07fc8a75b4f1c404de2238ef32e9a0c0c8d36b90d7feab112'),
  (45, '0045_registrations.sql', '0cdc16bb91acfcc5f8f0a157455c32cc9814237953b68842f705de1146adef64'),
  (46, '0046_dossiers.sql', '09e24a82bff881190cbda8a943eb8972b49e755580727c35fe2fae12a41a4df3'),
  (47, '0047_search.sql', '1eced15f3955b930c9f3ba6dc0db3fd652b5de304ddbd35198884e75c0146371'),
  (48, '0048_turnaround.sql', 'c2e59d4683e98aa74aed491617cf74138d23c0fefed3211b3511e620999429a0'),
  (49, '0049_watches.sql', '27576e1e82e4de9bc346474c4bf9aaa37c3fa62ce0a760d4b9447da04d2b93f1'),
  (50, '0050_showcases.sql', 'f9d8d0d1c8456a5d2b3fc0a81e3809ebf8d87f4ddf2e69e98e1d6fc5aedb3c6f'),
  (51, '0051_compound_names.sql', 'ba6c9652ffdc73fd0504eddc9c0e1bc41266b04f1dd3a598ac863f1cc4243cea'),
  (52, '0052_injection_doubts.sql', '21a5255c9270990b4b448698eff3f04cece064273e9adfeaac86a99f963b1ac3'),
  (53, '0053_injection_time.sql', '195ecb12ce3c9ae0081d03bc440c6926932ae649896004644e4dd03c3245c460'),
  (54, '0054_signal_prints.sql', 'c46bb6d5f03902c96de12badf28d01cf02fa95f06c34a4f746e302b6027e8705'),
  (56, '0056_replicates.sql', '932f9b6060516cb0404a905f4207a3694b934f9a142d9c0fb538b5892072d16f'),
  (57, '0057_number_readings.sql', '12e511efa687cf635c8af4a948eea4f863ccd0f4b3d498397efb267e637f88c0'),
  (58, '0058_photo_redactions.sql', '1a53de6cac2cd1c8c416abe3f358be76cb27dca123838557c2a77f65942b7bd1'),
  (59, '0059_template_drafts.sql', '357fc3ac045b4a4ef19211d89ff16829940f4dd5beee16f85f1b6b2d0ac8a269'),
  (60, '0060_laboratory_keys_end.sql', 'c0203f384b670748441f5f4ccb47c99413b8ebc6ce9366e8d973e85611d1c133'),
  (61, '0061_partly_judged.sql', 'eb135003694979b502b93e27bbd39a0a6fe4800d092a444e6bb752639f9c3b0b'),
  (62, '0062_method_release.sql', '3b0568e426780f9e58ec8bcf8c6f7f9df818154f9ae7cfa5777ea8fb38a229be'),
  (63, '0063_wrong_secrets.sql', 'f4d30cd560294455765f29e7304cc7fb2bc6917cdfdb8be5acb4a0b17c70e551'),
  (66, '0066_delivered_templates.sql', 'c0ab78cbe85dedbc960b5310705412b730717752824b89f01285772759d54265'),
  (67, '0067_reset_asks.sql', '86028789cb78a5cd08f0072f7f08130858344e60bdd23aea30fce9832f64714a');
-- 0001_foundation.sql
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE TABLE user_account ( id uuid PRIMARY KEY, email text NOT NULL, email_normalized text NOT NULL UNIQUE, first_name text NOT NULL, last_name text NOT NULL, display_name text NOT NULL, company text, phone text, marketing_opt_in boolean NOT NULL DEFAULT false, role text NOT NULL DEFAULT 'customer' CHECK (role IN ('customer', 'analyst', 'reviewer', 'admin')), password_hash text NOT NULL, email_verified_at timestamptz, disabled_at timestamptz, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL );
CREATE TABLE user_session ( id uuid PRIMARY KEY, user_id uuid NOT NULL REFERENCES user_account(id) ON DELETE CASCADE, user_agent text, created_at timestamptz NOT NULL, last_used_at timestamptz NOT NULL, expires_at timestamptz NOT NULL, revoked_at timestamptz, revoked_reason text );
CREATE INDEX user_session_user ON user_session (user_id);
CREATE TABLE refresh_token ( token_hash bytea PRIMARY KEY, session_id uuid NOT NULL REFERENCES user_session(id) ON DELETE CASCADE, created_at timestamptz NOT NULL, used_at timestamptz );
CREATE INDEX refresh_token_session ON refresh_token (session_id);
CREATE TABLE account_code ( id uuid PRIMARY KEY, user_id uuid NOT NULL REFERENCES user_account(id) ON DELETE CASCADE, purpose text NOT NULL CHECK (purpose IN ('verify_email', 'reset_password')), code_mac bytea NOT NULL, attempts integer NOT NULL DEFAULT 0, created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL, voided_at timestamptz );
CREATE INDEX account_code_live ON account_code (user_id, purpose) WHERE voided_at IS NULL;
CREATE TABLE password_reset_grant ( token_hash bytea PRIMARY KEY, user_id uuid NOT NULL REFERENCES user_account(id) ON DELETE CASCADE, created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL, used_at timestamptz );
CREATE TABLE rate_limit ( key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint );
CREATE TABLE sku ( id uuid PRIMARY KEY, slug text NOT NULL UNIQUE, name text NOT NULL, description text NOT NULL, family text NOT NULL, sample_requirement text NOT NULL, tat_text text NOT NULL, base_price_cents integer NOT NULL CHECK (base_price_cents >= 100), includes_sterility boolean NOT NULL DEFAULT false, popular_rank integer, sort_order integer NOT NULL, retired_at timestamptz );
CREATE SEQUENCE task_number_seq AS bigint START 10001;
CREATE TABLE test_request ( id uuid PRIMARY KEY, task_number bigint NOT NULL UNIQUE DEFAULT nextval('task_number_seq'), unique_key text NOT NULL, customer_id uuid NOT NULL REFERENCES user_account(id), sku_id uuid NOT NULL REFERENCES sku(id), quantity integer NOT NULL DEFAULT 1 CHECK (quantity = 1), payment_method text NOT NULL CHECK (payment_method IN ('stripe', 'coinbase')), status text NOT NULL CHECK (status IN ('draft', 'pending_payment', 'paid', 'awaiting_sample', 'received', 'complete', 'cancelled')), visibility text NOT NULL DEFAULT 'private' CHECK (visibility IN ('private', 'public')), base_price_cents integer NOT NULL CHECK (base_price_cents > 0), public_discount_percent integer NOT NULL DEFAULT 0 CHECK (public_discount_percent BETWEEN 0 AND 90), final_price_cents integer NOT NULL CHECK (final_price_cents > 0), currency text NOT NULL DEFAULT 'usd', compound_name text, dosage_text text, manufacturer text, batch_code text, notes text, sample_tracking_number text, sample_condition text, cancelled_by text CHECK (cancelled_by IN ('customer', 'staff', 'expiry')), payment_id uuid, expires_at timestamptz, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, paid_at timestamptz, received_at timestamptz, completed_at timestamptz, cancelled_at timestamptz );
CREATE INDEX test_request_customer ON test_request (customer_id, created_at DESC);
CREATE INDEX test_request_queue ON test_request (status, task_number);
CREATE INDEX test_request_expiry ON test_request (expires_at) WHERE status IN ('draft', 'pending_payment');
CREATE TABLE request_event ( id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, request_id uuid NOT NULL REFERENCES test_request(id), at timestamptz NOT NULL, actor_id uuid REFERENCES user_account(id), actor_kind text NOT NULL CHECK (actor_kind IN ('customer', 'staff', 'system')), kind text NOT NULL, from_status text, to_status text NOT NULL, note text );
CREATE INDEX request_event_request ON request_event (request_id, id);
CREATE TABLE idempotency_key ( scope text NOT NULL, key text NOT NULL, fingerprint bytea NOT NULL, status integer, body text, created_at timestamptz NOT NULL, PRIMARY KEY (scope, key) );
CREATE INDEX idempotency_key_age ON idempotency_key (created_at);
CREATE TABLE payment ( id uuid PRIMARY KEY, subject_kind text NOT NULL CHECK (subject_kind IN ('order', 'group_share')), subject_id uuid NOT NULL, customer_id uuid NOT NULL REFERENCES user_account(id), provider text NOT NULL CHECK (provider IN ('stripe', 'coinbase')), description text NOT NULL, customer_email text NOT NULL, success_url text NOT NULL, cancel_url text NOT NULL, status text NOT NULL CHECK (status IN ('pending', 'processing', 'paid', 'underpaid', 'overpaid', 'failed', 'expired', 'refund_pending', 'partially_refunded', 'refunded', 'disputed')), amount_cents integer NOT NULL CHECK (amount_cents > 0), currency text NOT NULL, received_cents integer NOT NULL DEFAULT 0 CHECK (received_cents >= 0), received_currency text, refunded_cents integer NOT NULL DEFAULT 0 CHECK (refunded_cents >= 0), dispute text CHECK (dispute IN ('open', 'won', 'lost')), provider_session_id text UNIQUE, provider_payment_id text, checkout_url text, receipt_url text, failure_reason text, expires_at timestamptz NOT NULL, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, checked_at timestamptz, settled_at timestamptz );
CREATE INDEX payment_customer ON payment (customer_id, created_at DESC);
CREATE INDEX payment_subject ON payment (subject_kind, subject_id);
CREATE UNIQUE INDEX payment_one_open ON payment (subject_kind, subject_id) WHERE status = 'pending';
CREATE INDEX payment_provider_payment ON payment (provider_payment_id) WHERE provider_payment_id IS NOT NULL;
CREATE INDEX payment_unsettled ON payment (created_at) WHERE status IN ('pending', 'processing');
CREATE TABLE payment_refund ( id uuid PRIMARY KEY, payment_id uuid NOT NULL REFERENCES payment(id), amount_cents integer NOT NULL CHECK (amount_cents > 0), reason text NOT NULL, actor_id uuid REFERENCES user_account(id), status text NOT NULL CHECK (status IN ('requested', 'pending', 'succeeded', 'failed')), provider_refund_id text UNIQUE, failure_reason text, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL );
CREATE INDEX payment_refund_payment ON payment_refund (payment_id);
CREATE INDEX payment_refund_open ON payment_refund (updated_at) WHERE status IN ('requested', 'pending');
CREATE TABLE payment_event ( id uuid PRIMARY KEY, provider text NOT NULL, provider_event_id text NOT NULL, type text NOT NULL, payload text NOT NULL, payment_id uuid REFERENCES payment(id), received_at timestamptz NOT NULL, processed_at timestamptz, outcome text, UNIQUE (provider, provider_event_id) );
CREATE INDEX payment_event_open ON payment_event (received_at) WHERE processed_at IS NULL;
CREATE TABLE ledger_entry ( id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, transaction_id uuid NOT NULL, payment_id uuid NOT NULL REFERENCES payment(id), subject_kind text NOT NULL, subject_id uuid NOT NULL, account text NOT NULL CHECK (account IN ('provider', 'revenue', 'refunds', 'excess', 'held', 'disputes')), amount_cents integer NOT NULL CHECK (amount_cents <> 0), currency text NOT NULL, kind text NOT NULL CHECK (kind IN ('charge', 'refund', 'dispute')), at timestamptz NOT NULL );
CREATE INDEX ledger_entry_payment ON ledger_entry (payment_id);
CREATE INDEX ledger_entry_subject ON ledger_entry (subject_kind, subject_id);
CREATE INDEX ledger_entry_transaction ON ledger_entry (transaction_id);
CREATE FUNCTION ledger_is_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount_cents) FROM ledger_entry WHERE transaction_id = NEW.transaction_id) <> 0 THEN
    RAISE EXCEPTION 'ledger transaction % does not balance', NEW.transaction_id;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_balanced AFTER INSERT ON ledger_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_is_balanced();
CREATE TABLE result_revision ( id uuid PRIMARY KEY, request_id uuid NOT NULL REFERENCES test_request(id), revision integer NOT NULL, state text NOT NULL CHECK (state IN ('draft', 'in_review', 'published', 'superseded', 'retracted')), version integer NOT NULL DEFAULT 1, title text NOT NULL DEFAULT '', summary text NOT NULL DEFAULT '', measurements jsonb NOT NULL DEFAULT '[]', amend_reason text, return_comment text, retract_reason text, created_at timestamptz NOT NULL, created_by uuid NOT NULL REFERENCES user_account(id), updated_at timestamptz NOT NULL, submitted_at timestamptz, submitted_by uuid REFERENCES user_account(id), published_at timestamptz, published_by uuid REFERENCES user_account(id), retracted_at timestamptz, retracted_by uuid REFERENCES user_account(id), UNIQUE (request_id, revision) );
CREATE UNIQUE INDEX result_revision_one_open ON result_revision (request_id) WHERE state IN ('draft', 'in_review');
CREATE UNIQUE INDEX result_revision_one_published ON result_revision (request_id) WHERE state = 'published';
CREATE TABLE revision_contributor ( revision_id uuid NOT NULL REFERENCES result_revision(id), user_id uuid NOT NULL REFERENCES user_account(id), first_at timestamptz NOT NULL, PRIMARY KEY (revision_id, user_id) );
CREATE FUNCTION publisher_is_second_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.published_by IS NOT NULL AND (OLD.published_by IS DISTINCT FROM NEW.published_by) AND EXISTS (
    SELECT 1 FROM revision_contributor WHERE revision_id = NEW.id AND user_id = NEW.published_by
  ) THEN
    RAISE EXCEPTION 'the publisher of revision % touched it', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state IN ('published', 'superseded', 'retracted') AND (
    NEW.title, NEW.summary, NEW.measurements, NEW.published_at, NEW.published_by)
    IS DISTINCT FROM (OLD.title, OLD.summary, OLD.measurements, OLD.published_at, OLD.published_by) THEN
    RAISE EXCEPTION 'revision % is published and never changes', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER result_revision_rules BEFORE UPDATE ON result_revision FOR EACH ROW EXECUTE FUNCTION publisher_is_second_person();
CREATE TABLE chromatogram ( id uuid PRIMARY KEY, revision_id uuid NOT NULL UNIQUE REFERENCES result_revision(id), file_key text NOT NULL, file_name text NOT NULL, sha256 text NOT NULL, size_bytes integer NOT NULL, wavelength_nm integer, minutes double precision[] NOT NULL, signal_mau double precision[] NOT NULL, peaks jsonb NOT NULL, main_peak integer, purity_percent double precision, method jsonb NOT NULL, uploaded_by uuid NOT NULL REFERENCES user_account(id), uploaded_at timestamptz NOT NULL );
CREATE TABLE result_attachment ( id uuid PRIMARY KEY, revision_id uuid NOT NULL REFERENCES result_revision(id), file_key text NOT NULL, file_name text NOT NULL, content_type text NOT NULL, sha256 text NOT NULL, size_bytes integer NOT NULL, uploaded_by uuid NOT NULL REFERENCES user_account(id), uploaded_at timestamptz NOT NULL );
CREATE INDEX result_attachment_revision ON result_attachment (revision_id);
CREATE TABLE certificate ( id uuid PRIMARY KEY, request_id uuid NOT NULL REFERENCES test_request(id), revision_id uuid NOT NULL UNIQUE REFERENCES result_revision(id), revision integer NOT NULL, file_key text NOT NULL, sha256 text NOT NULL, size_bytes integer NOT NULL, issued_at timestamptz NOT NULL );
CREATE INDEX certificate_request ON certificate (request_id, revision DESC);
CREATE TABLE mail_dispatch ( dedupe_key text PRIMARY KEY, recipient text NOT NULL, template text NOT NULL, created_at timestamptz NOT NULL, sent_at timestamptz );
CREATE TABLE dev_mail ( id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, recipient text NOT NULL, subject text NOT NULL, body_text text NOT NULL, body_html text NOT NULL, at timestamptz NOT NULL, expires_at timestamptz );
CREATE INDEX dev_mail_recipient ON dev_mail (recipient, id DESC);
CREATE TABLE audit_entry ( id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz NOT NULL, actor_id uuid, action text NOT NULL, subject_kind text NOT NULL, subject_id uuid NOT NULL, detail jsonb NOT NULL DEFAULT '{}' );
CREATE INDEX audit_entry_subject ON audit_entry (subject_kind, subject_id, id);
CREATE TABLE sandbox_checkout_session ( id text PRIMARY KEY, payment_intent text UNIQUE, state jsonb NOT NULL, created_at timestamptz NOT NULL );
CREATE TABLE sandbox_refund ( id text PRIMARY KEY, payment_intent text NOT NULL, state jsonb NOT NULL, created_at timestamptz NOT NULL );
CREATE INDEX sandbox_refund_intent ON sandbox_refund (payment_intent);
CREATE TABLE sandbox_idempotency ( key text PRIMARY KEY, fingerprint text NOT NULL, status integer NOT NULL, body jsonb NOT NULL, created_at timestamptz NOT NULL );
CREATE TABLE sandbox_event ( id text PRIMARY KEY, body jsonb NOT NULL, attempts integer NOT NULL DEFAULT 0, created_at timestamptz NOT NULL, delivered_at timestamptz );
-- 0002_listing.sql
CREATE TABLE public_test_phrase ( id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, field text NOT NULL CHECK (field IN ('subject', 'maker')), is_public boolean NOT NULL, includes_sterility boolean NOT NULL, words text NOT NULL, tests integer NOT NULL DEFAULT 0 ) WITH (fillfactor = 80);
CREATE UNIQUE INDEX public_test_phrase_words ON public_test_phrase (md5(words), field, is_public, includes_sterility);
CREATE TABLE public_test ( task_number bigint PRIMARY KEY, request_id uuid NOT NULL UNIQUE REFERENCES test_request(id), is_public boolean NOT NULL, includes_sterility boolean NOT NULL, subject_id integer NOT NULL REFERENCES public_test_phrase(id), maker_id integer REFERENCES public_test_phrase(id), codes text NOT NULL, published_at timestamptz, stretch integer NOT NULL GENERATED ALWAYS AS ( coalesce((published_at AT TIME ZONE 'UTC')::date - DATE '1970-01-01', (task_number / 1000)::integer - 1000000000) ) STORED, body text NOT NULL CHECK (octet_length(body) = length(body)), CHECK (is_public OR (published_at IS NULL AND maker_id IS NULL)) );
ALTER TABLE public_test ALTER COLUMN body SET STORAGE EXTERNAL;
CREATE INDEX public_test_order ON public_test (stretch DESC, published_at DESC NULLS LAST, task_number DESC) INCLUDE (subject_id, maker_id, codes, is_public, includes_sterility);
CREATE INDEX public_test_order_public ON public_test (stretch DESC, published_at DESC NULLS LAST, task_number DESC) WHERE is_public;
CREATE INDEX public_test_order_sterility ON public_test (stretch DESC, published_at DESC NULLS LAST, task_number DESC) WHERE includes_sterility;
CREATE INDEX public_test_order_both ON public_test (stretch DESC, published_at DESC NULLS LAST, task_number DESC) WHERE is_public AND includes_sterility;
CREATE INDEX public_test_subject ON public_test (subject_id, stretch DESC, published_at DESC NULLS LAST, task_number DESC);
CREATE INDEX public_test_maker ON public_test (maker_id, stretch DESC, published_at DESC NULLS LAST, task_number DESC) WHERE maker_id IS NOT NULL;
CREATE FUNCTION text_grams(given text) RETURNS text[] IMMUTABLE STRICT PARALLEL SAFE LANGUAGE plpgsql AS $$
DECLARE
  grams text[] := '{}';
BEGIN
  FOR i IN 1 .. length(given) LOOP
    grams := grams || substr(given, i, 1) || substr(given, i, 2) || substr(given, i, 3) || substr(given, i, 4);
  END LOOP;
  RETURN grams;
END $$;
CREATE INDEX public_test_phrase_grams ON public_test_phrase USING gin (text_grams(words)) WITH (fastupdate = off);
CREATE INDEX public_test_codes_grams ON public_test USING gin (text_grams(codes)) WITH (fastupdate = off);
CREATE TABLE public_test_count ( stretch integer PRIMARY KEY, tests integer NOT NULL, public_tests integer NOT NULL, sterility_tests integer NOT NULL, public_sterility_tests integer NOT NULL ) WITH (fillfactor = 80);
CREATE FUNCTION public_test_counted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changes text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT 1 AS n, * FROM come'
    WHEN 'DELETE' THEN 'SELECT -1 AS n, * FROM gone'
    ELSE 'SELECT 1 AS n, * FROM come UNION ALL SELECT -1, * FROM gone'
  END;
  empty integer[];
BEGIN
  EXECUTE format('
    WITH changes AS (%s), summed AS (
      SELECT id, sum(n)::integer AS n
      FROM (SELECT subject_id AS id, n FROM changes UNION ALL SELECT maker_id, n FROM changes) AS x
      WHERE id IS NOT NULL GROUP BY id HAVING sum(n) <> 0
    ), locked AS (
      SELECT id FROM public_test_phrase WHERE id IN (SELECT id FROM summed) ORDER BY id FOR NO KEY UPDATE
    ), counted AS (
      UPDATE public_test_phrase AS p SET tests = p.tests + summed.n FROM summed JOIN locked USING (id)
      WHERE p.id = summed.id RETURNING p.id, p.tests
    )
    SELECT array_agg(id) FROM counted WHERE tests = 0', changes) INTO empty;
  -- A phrase that no test has any more is forgotten.
  DELETE FROM public_test_phrase WHERE id = ANY (empty) AND tests = 0;
  -- Last, because every change of the list wants these rows.
  EXECUTE format('
    WITH changes AS (%s), placed AS (
      SELECT stretch, n, is_public, includes_sterility FROM changes
      UNION ALL SELECT 2147483647, n, is_public, includes_sterility FROM changes
    ), summed AS (
      SELECT stretch, sum(n) AS a, coalesce(sum(n) FILTER (WHERE is_public), 0) AS p,
             coalesce(sum(n) FILTER (WHERE includes_sterility), 0) AS s,
             coalesce(sum(n) FILTER (WHERE is_public AND includes_sterility), 0) AS b
      FROM placed GROUP BY stretch
    )
    INSERT INTO public_test_count AS c (stretch, tests, public_tests, sterility_tests, public_sterility_tests)
    SELECT stretch, a, p, s, b FROM summed WHERE (a, p, s, b) <> (0, 0, 0, 0) ORDER BY stretch
    ON CONFLICT (stretch) DO UPDATE SET tests = c.tests + excluded.tests,
      public_tests = c.public_tests + excluded.public_tests,
      sterility_tests = c.sterility_tests + excluded.sterility_tests,
      public_sterility_tests = c.public_sterility_tests + excluded.public_sterility_tests', changes);
  RETURN NULL;
END $$;
CREATE TRIGGER public_test_come AFTER INSERT ON public_test REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION public_test_counted();
CREATE TRIGGER public_test_changed AFTER UPDATE ON public_test REFERENCING NEW TABLE AS come OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public_test_counted();
CREATE TRIGGER public_test_gone AFTER DELETE ON public_test REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public_test_counted();
-- 0003_accounts.sql
ALTER TABLE user_account ALTER COLUMN password_hash DROP NOT NULL;
ALTER TABLE user_account ADD COLUMN deleted_at timestamptz;
ALTER TABLE user_session ADD COLUMN address text;
CREATE TABLE second_factor ( user_id uuid PRIMARY KEY REFERENCES user_account(id) ON DELETE CASCADE, secret bytea NOT NULL, confirmed_at timestamptz, last_step bigint NOT NULL DEFAULT 0, created_at timestamptz NOT NULL );
CREATE TABLE recovery_code ( user_id uuid NOT NULL REFERENCES user_account(id) ON DELETE CASCADE, code_mac bytea NOT NULL, created_at timestamptz NOT NULL, used_at timestamptz, PRIMARY KEY (user_id, code_mac) );
CREATE TABLE sign_in_challenge ( token_hash bytea PRIMARY KEY, user_id uuid NOT NULL REFERENCES user_account(id) ON DELETE CASCADE, method text NOT NULL, attempts integer NOT NULL DEFAULT 0, created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL, used_at timestamptz );
CREATE INDEX sign_in_challenge_expiry ON sign_in_challenge (expires_at);
CREATE INDEX sign_in_challenge_user ON sign_in_challenge (user_id);
CREATE TABLE provider_identity ( provider text NOT NULL CHECK (provider IN ('google', 'discord')), subject text NOT NULL, user_id uuid NOT NULL REFERENCES user_account(id) ON DELETE CASCADE, linked_at timestamptz NOT NULL, PRIMARY KEY (provider, subject), UNIQUE (user_id, provider) );
CREATE TABLE provider_sign_in ( code_hash bytea PRIMARY KEY, browser_hash bytea NOT NULL, user_id uuid NOT NULL REFERENCES user_account(id) ON DELETE CASCADE, provider text NOT NULL, expires_at timestamptz NOT NULL, used_at timestamptz );
CREATE INDEX provider_sign_in_expiry ON provider_sign_in (expires_at);
CREATE INDEX provider_sign_in_user ON provider_sign_in (user_id);
CREATE TABLE email_change ( user_id uuid PRIMARY KEY REFERENCES user_account(id) ON DELETE CASCADE, id uuid NOT NULL UNIQUE, new_email text NOT NULL, new_email_normalized text NOT NULL, current_code_mac bytea, new_code_mac bytea, attempts integer NOT NULL DEFAULT 0, created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL );
CREATE TABLE known_device ( user_id uuid NOT NULL REFERENCES user_account(id) ON DELETE CASCADE, device_hash bytea NOT NULL, first_seen_at timestamptz NOT NULL, last_seen_at timestamptz NOT NULL, PRIMARY KEY (user_id, device_hash) );
CREATE TABLE security_event ( id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz NOT NULL, user_id uuid REFERENCES user_account(id) ON DELETE CASCADE, actor_id uuid REFERENCES user_account(id) ON DELETE SET NULL, kind text NOT NULL, user_agent text, address text, note text );
CREATE INDEX security_event_user ON security_event (user_id, id DESC);
CREATE INDEX security_event_at ON security_event (at);
CREATE FUNCTION tell_session_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('vialproof_news', 'session ' || OLD.id);
  RETURN NULL;
END $$;
CREATE TRIGGER user_session_changed AFTER UPDATE ON user_session FOR EACH ROW WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at OR OLD.expires_at <> NEW.expires_at OR OLD.user_id <> NEW.user_id) EXECUTE FUNCTION tell_session_change();
CREATE TRIGGER user_session_deleted AFTER DELETE ON user_session FOR EACH ROW WHEN (OLD.revoked_at IS NULL) EXECUTE FUNCTION tell_session_change();
CREATE FUNCTION tell_person_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'second_factor' THEN
    PERFORM pg_notify('vialproof_news', 'person ' || CASE TG_OP WHEN 'DELETE' THEN OLD.user_id ELSE NEW.user_id END);
  ELSE
    PERFORM pg_notify('vialproof_news', 'person ' || OLD.id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER user_account_changed AFTER UPDATE ON user_account FOR EACH ROW WHEN (OLD.role <> NEW.role OR OLD.disabled_at IS DISTINCT FROM NEW.disabled_at OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at) EXECUTE FUNCTION tell_person_change();
CREATE TRIGGER second_factor_confirmed AFTER UPDATE ON second_factor FOR EACH ROW WHEN (OLD.confirmed_at IS DISTINCT FROM NEW.confirmed_at) EXECUTE FUNCTION tell_person_change();
CREATE TRIGGER second_factor_removed AFTER DELETE ON second_factor FOR EACH ROW EXECUTE FUNCTION tell_person_change();
-- 0004_payments.sql
ALTER TABLE payment ADD COLUMN reference text, ADD COLUMN accepted_cents integer CHECK (accepted_cents > 0), ADD COLUMN decision text CHECK (decision IN ('underpaid', 'overpaid', 'disputed', 'refund_failed')), ADD COLUMN decision_since timestamptz, ADD COLUMN transaction_hash text;
CREATE INDEX payment_decision ON payment (decision_since, id) WHERE decision IS NOT NULL;
CREATE INDEX payment_recent ON payment (created_at DESC, id DESC);
ALTER TABLE payment_refund ADD COLUMN resolved_at timestamptz;
ALTER TABLE payment_event ADD COLUMN replays integer NOT NULL DEFAULT 0;
CREATE INDEX payment_event_recent ON payment_event (received_at DESC, id DESC);
CREATE INDEX payment_event_payment ON payment_event (payment_id) WHERE payment_id IS NOT NULL;
ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_kind_check;
ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_kind_check CHECK (kind IN ('charge', 'refund', 'dispute', 'decision'));
CREATE FUNCTION books_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE ON ledger_entry FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TABLE invoice_series ( name text PRIMARY KEY, last_serial integer NOT NULL DEFAULT 0 );
INSERT INTO invoice_series (name) VALUES ('invoice'), ('note');
CREATE TABLE invoice ( id uuid PRIMARY KEY, series text NOT NULL REFERENCES invoice_series(name), serial integer NOT NULL CHECK (serial > 0), number text NOT NULL UNIQUE, kind text NOT NULL CHECK (kind IN ('invoice', 'credit_note', 'debit_note')), payment_id uuid NOT NULL REFERENCES payment(id), amount_cents integer NOT NULL CHECK (amount_cents > 0), currency text NOT NULL, reason text NOT NULL, document jsonb NOT NULL, issued_at timestamptz NOT NULL, UNIQUE (series, serial) );
CREATE UNIQUE INDEX invoice_one_a_payment ON invoice (payment_id) WHERE kind = 'invoice';
CREATE INDEX invoice_payment ON invoice (payment_id, serial);
CREATE TRIGGER invoice_append_only BEFORE UPDATE OR DELETE ON invoice FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TABLE ledger_report ( id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, checked_at timestamptz NOT NULL, report jsonb NOT NULL );
CREATE TABLE sandbox_crypto_checkout ( id text PRIMARY KEY, state jsonb NOT NULL, created_at timestamptz NOT NULL );
ALTER TABLE sandbox_event ADD COLUMN provider text NOT NULL DEFAULT 'stripe', ADD COLUMN held boolean NOT NULL DEFAULT false;
CREATE TABLE sandbox_fault ( id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, provider text NOT NULL, kind text NOT NULL, times_left integer, value text );
-- 0005_orders.sql
CREATE TABLE live_news ( id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, channel text NOT NULL, kind text NOT NULL, subject_id text NOT NULL, at timestamptz NOT NULL, xid xid8 NOT NULL DEFAULT pg_current_xact_id(), horizon xid8 NOT NULL DEFAULT pg_snapshot_xmin(pg_current_snapshot()), UNIQUE (xid, channel, kind, subject_id) );
CREATE INDEX live_news_age ON live_news (at);
CREATE FUNCTION visibility_only_opens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status NOT IN ('draft', 'pending_payment') AND OLD.visibility = 'public' AND NEW.visibility = 'private' THEN
    RAISE EXCEPTION 'request % is public and stays so', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER test_request_visibility BEFORE UPDATE OF visibility ON test_request FOR EACH ROW EXECUTE FUNCTION visibility_only_opens();
-- 0006_catalog.sql
ALTER TABLE sku ADD COLUMN version integer NOT NULL DEFAULT 1;
CREATE FUNCTION sku_slug_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the slug of sku % never changes', OLD.id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER sku_slug_stays BEFORE UPDATE ON sku FOR EACH ROW WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION sku_slug_stays();
CREATE INDEX test_request_sku ON test_request (sku_id);
CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
ALTER TABLE audit_entry ENABLE ALWAYS TRIGGER audit_append_only;
CREATE INDEX audit_entry_actor ON audit_entry (actor_id, id);
CREATE INDEX audit_entry_action ON audit_entry (action text_pattern_ops, id);
CREATE INDEX audit_entry_subject_id ON audit_entry (subject_id, id);
CREATE INDEX audit_entry_at ON audit_entry (at);
-- 0007_certificates.sql
CREATE TABLE signing_certificate ( fingerprint text PRIMARY KEY, pem text NOT NULL, authorities text NOT NULL, valid_from timestamptz NOT NULL, valid_until timestamptz NOT NULL, first_used_at timestamptz NOT NULL );
ALTER TABLE certificate ADD COLUMN signed_by text REFERENCES signing_certificate(fingerprint), ADD COLUMN log_salt text NOT NULL DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
CREATE UNIQUE INDEX certificate_sha256 ON certificate (sha256);
CREATE TABLE log_entry ( idx bigint PRIMARY KEY, body text NOT NULL );
CREATE TABLE log_node ( level integer NOT NULL, idx bigint NOT NULL, hash bytea NOT NULL CHECK (length(hash) = 32), PRIMARY KEY (level, idx) );
CREATE TABLE log_head ( id boolean PRIMARY KEY DEFAULT true CHECK (id), size bigint NOT NULL, root bytea NOT NULL CHECK (length(root) = 32) );
INSERT INTO log_head (size, root) VALUES (0, sha256(''));
CREATE TABLE log_checkpoint ( id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, size bigint NOT NULL, note text NOT NULL, at timestamptz NOT NULL );
CREATE TABLE log_key ( verifier_key text PRIMARY KEY, first_used_at timestamptz NOT NULL );
CREATE TABLE certificate_log ( certificate_id uuid NOT NULL REFERENCES certificate(id), event text NOT NULL CHECK (event IN ('issued', 'superseded', 'retracted')), log_index bigint NOT NULL UNIQUE REFERENCES log_entry(idx), PRIMARY KEY (certificate_id, event) );
CREATE FUNCTION is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER certificate_stays BEFORE UPDATE OR DELETE ON certificate FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER signing_certificate_stays BEFORE UPDATE OR DELETE ON signing_certificate FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER log_entry_stays BEFORE UPDATE OR DELETE ON log_entry FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER log_node_stays BEFORE UPDATE OR DELETE ON log_node FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER log_checkpoint_stays BEFORE UPDATE OR DELETE ON log_checkpoint FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER log_key_stays BEFORE UPDATE OR DELETE ON log_key FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER certificate_log_stays BEFORE UPDATE OR DELETE ON certificate_log FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE FUNCTION log_head_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.size <= OLD.size THEN
    RAISE EXCEPTION 'the log only grows' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER log_head_stays BEFORE UPDATE OR DELETE ON log_head FOR EACH ROW EXECUTE FUNCTION log_head_grows();
-- 0009_group_tests.sql
ALTER TABLE test_request ADD COLUMN group_test_id uuid UNIQUE;
CREATE TABLE request_reader ( request_id uuid NOT NULL REFERENCES test_request(id), user_id uuid NOT NULL REFERENCES user_account(id), PRIMARY KEY (request_id, user_id) );
CREATE INDEX request_reader_user ON request_reader (user_id);
CREATE TABLE group_test ( id uuid PRIMARY KEY, organizer_id uuid NOT NULL REFERENCES user_account(id), title text NOT NULL, description text NOT NULL, sku_id uuid NOT NULL REFERENCES sku(id), deadline_at timestamptz NOT NULL, min_seats integer NOT NULL CHECK (min_seats >= 1), target_seats integer NOT NULL CHECK (target_seats BETWEEN min_seats AND 200), test_cents integer NOT NULL CHECK (test_cents >= 0), shipping_cents integer NOT NULL CHECK (shipping_cents >= 0), vial_cents integer NOT NULL CHECK (vial_cents >= 0), is_public boolean NOT NULL, state text NOT NULL CHECK (state IN ('open', 'gap', 'collecting', 'short', 'testing', 'complete', 'cancelled')), joined_count integer NOT NULL DEFAULT 0 CHECK (joined_count BETWEEN 0 AND target_seats), final_cents integer, suspended_until timestamptz, locked_at timestamptz, pay_by timestamptz, reminders integer NOT NULL DEFAULT 0, paid_at timestamptz, received_at timestamptz, request_id uuid REFERENCES test_request(id), sender_id uuid REFERENCES user_account(id), payout_at timestamptz, payout_by uuid REFERENCES user_account(id), created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL );
CREATE INDEX group_test_listed ON group_test (state, deadline_at) WHERE is_public;
CREATE INDEX group_test_organizer ON group_test (organizer_id);
CREATE INDEX group_test_deadline ON group_test (deadline_at) WHERE state = 'open';
CREATE INDEX group_test_suspended ON group_test (suspended_until) WHERE state IN ('gap', 'short');
CREATE INDEX group_test_collecting ON group_test (locked_at) WHERE state = 'collecting';
CREATE INDEX group_test_testing ON group_test (paid_at) WHERE state IN ('testing', 'complete');
ALTER TABLE test_request ADD CONSTRAINT test_request_group FOREIGN KEY (group_test_id) REFERENCES group_test(id);
CREATE SEQUENCE group_member_place AS bigint;
CREATE TABLE group_member ( group_id uuid NOT NULL REFERENCES group_test(id), user_id uuid NOT NULL REFERENCES user_account(id), state text NOT NULL CHECK (state IN ('joined', 'left')), place bigint NOT NULL DEFAULT nextval('group_member_place'), agreed_cents integer CHECK (agreed_cents > 0), joined_at timestamptz NOT NULL, left_at timestamptz, PRIMARY KEY (group_id, user_id) );
CREATE INDEX group_member_user ON group_member (user_id);
CREATE TABLE group_share ( id uuid PRIMARY KEY, group_id uuid NOT NULL REFERENCES group_test(id), seat integer NOT NULL CHECK (seat >= 1), holder_id uuid REFERENCES user_account(id), amount_cents integer NOT NULL CHECK (amount_cents > 0), status text NOT NULL CHECK (status IN ('open', 'due', 'paid', 'dropped', 'refunded')), pay_by timestamptz, payment_id uuid REFERENCES payment(id), created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, CHECK (status NOT IN ('due', 'paid', 'refunded') OR holder_id IS NOT NULL), CHECK (status <> 'open' OR holder_id IS NULL), CHECK ((status IN ('paid', 'refunded')) <= (payment_id IS NOT NULL)) );
CREATE UNIQUE INDEX group_share_seat ON group_share (group_id, seat) WHERE status IN ('open', 'due', 'paid');
CREATE INDEX group_share_holder ON group_share (holder_id) WHERE holder_id IS NOT NULL;
CREATE INDEX group_share_due ON group_share (pay_by) WHERE status = 'due';
CREATE FUNCTION group_shares_sum() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  shared bigint;
  cost bigint;
BEGIN
  SELECT coalesce(sum(amount_cents), 0) INTO shared FROM group_share
    WHERE group_id = NEW.group_id AND status IN ('open', 'due', 'paid');
  SELECT test_cents + shipping_cents + vial_cents INTO cost FROM group_test WHERE id = NEW.group_id;
  IF shared NOT IN (0, cost) THEN
    RAISE EXCEPTION 'the shares of group % sum to % of %', NEW.group_id, shared, cost USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER group_shares_sum AFTER INSERT OR UPDATE ON group_share DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION group_shares_sum();
CREATE TABLE group_volunteer ( id uuid PRIMARY KEY, group_id uuid NOT NULL REFERENCES group_test(id), user_id uuid NOT NULL REFERENCES user_account(id), note text NOT NULL, status text NOT NULL CHECK (status IN ('requested', 'approved', 'rejected')), is_sender boolean NOT NULL DEFAULT false, created_at timestamptz NOT NULL, UNIQUE (group_id, user_id), CHECK (NOT is_sender OR status = 'approved') );
CREATE UNIQUE INDEX group_volunteer_one_sender ON group_volunteer (group_id) WHERE is_sender;
CREATE INDEX group_volunteer_user ON group_volunteer (user_id);
CREATE TABLE group_event ( id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, group_id uuid NOT NULL REFERENCES group_test(id), at timestamptz NOT NULL, actor_id uuid REFERENCES user_account(id), kind text NOT NULL, text text );
CREATE INDEX group_event_group ON group_event (group_id, id DESC);
ALTER TABLE ledger_entry ALTER COLUMN payment_id DROP NOT NULL;
ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_account_check;
ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_account_check CHECK (account IN ('provider', 'revenue', 'refunds', 'excess', 'held', 'disputes', 'owed', 'bank'));
ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_kind_check;
ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_kind_check CHECK (kind IN ('charge', 'refund', 'dispute', 'decision', 'owed', 'payout'));
ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_payment_or_payout CHECK ((payment_id IS NULL) = (kind IN ('owed', 'payout')));
-- 0010_measurements.sql
CREATE TABLE method_template ( id uuid PRIMARY KEY, sku_id uuid UNIQUE REFERENCES sku(id), family text UNIQUE, version integer NOT NULL DEFAULT 1, lines jsonb NOT NULL, updated_at timestamptz NOT NULL, CHECK ((sku_id IS NULL) <> (family IS NULL)) );
CREATE TABLE compound ( name text PRIMARY KEY, formula text NOT NULL );
CREATE UNIQUE INDEX compound_name ON compound (lower(name));
-- 0011_chromatograms.sql
ALTER TABLE chromatogram ADD COLUMN trace bytea, ADD COLUMN signal_unit text NOT NULL DEFAULT 'mAU' CHECK (signal_unit IN ('mAU', 'counts')), ADD COLUMN format text NOT NULL DEFAULT 'csv' CHECK (format IN ('csv', 'netcdf', 'mzml')), ADD COLUMN warnings jsonb NOT NULL DEFAULT '[]', ADD COLUMN baseline text NOT NULL DEFAULT 'rolling_ball' CHECK (baseline IN ('rolling_ball', 'straight', 'instrument')), ADD COLUMN limits_by text NOT NULL DEFAULT 'proposal' CHECK (limits_by IN ('proposal', 'instrument', 'person')), ADD COLUMN version integer NOT NULL DEFAULT 0, ADD COLUMN changed_by uuid REFERENCES user_account(id), ADD COLUMN changed_at timestamptz, ADD COLUMN proposal jsonb, ADD COLUMN instrument jsonb;
ALTER TABLE chromatogram ALTER COLUMN trace SET NOT NULL, ALTER COLUMN minutes DROP NOT NULL, ALTER COLUMN signal_mau DROP NOT NULL, ADD CONSTRAINT chromatogram_trace_is_whole CHECK (length(trace) % 16 = 0);
-- 0012_intake.sql
ALTER TABLE test_request ADD COLUMN due_on date;
CREATE INDEX test_request_desk ON test_request (due_on, paid_at, task_number) WHERE status IN ('paid', 'awaiting_sample', 'received');
CREATE INDEX test_request_desk_status ON test_request (status, due_on, paid_at, task_number) WHERE status IN ('paid', 'awaiting_sample', 'received');
CREATE INDEX result_revision_in_review ON result_revision (request_id) WHERE state = 'in_review';
CREATE INDEX test_request_words ON test_request USING gin ( (coalesce(compound_name, '') || E'\n' || coalesce(manufacturer, '') || E'\n' || coalesce(batch_code, '') || E'\n' || task_number::text) gin_trgm_ops) WHERE paid_at IS NOT NULL;
ALTER TABLE request_event ADD COLUMN reason text CHECK (reason IN ('broken', 'unlabelled', 'insufficient', 'other')), ADD COLUMN intake_item uuid;
CREATE UNIQUE INDEX request_event_intake_item ON request_event (intake_item) WHERE intake_item IS NOT NULL;
CREATE TABLE sample_photo ( id uuid PRIMARY KEY, request_id uuid NOT NULL REFERENCES test_request(id), file_key text NOT NULL, sha256 text NOT NULL, size_bytes integer NOT NULL, width integer NOT NULL, height integer NOT NULL, taken_at timestamptz NOT NULL, taken_by uuid NOT NULL REFERENCES user_account(id), refused_at timestamptz, UNIQUE (request_id, sha256) );
CREATE FUNCTION cannot_be_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['ledger_entry', 'invoice', 'certificate', 'signing_certificate', 'log_entry', 'log_node',
    'log_checkpoint', 'log_key', 'log_head', 'certificate_log'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION cannot_be_emptied()',
      name || '_not_emptied', name);
  END LOOP;
END $$;
-- 0014_event_queue.sql
ALTER TABLE payment_event ADD COLUMN due_at timestamptz;
-- 0015_trace_units.sql
ALTER TABLE chromatogram DROP CONSTRAINT chromatogram_signal_unit_check;
ALTER TABLE chromatogram ADD CONSTRAINT chromatogram_signal_unit_check CHECK (signal_unit IN ('mAU', 'mV', 'counts'));
-- 0017_demo_year.sql
CREATE TABLE demo_year ( one boolean PRIMARY KEY DEFAULT true CHECK (one), ends_at timestamptz NOT NULL, finished_at timestamptz );
-- 0019_idempotency.sql
ALTER TABLE idempotency_key DROP COLUMN status;
ALTER TABLE idempotency_key RENAME COLUMN body TO answer;
ALTER TABLE idempotency_key ADD COLUMN operation_id uuid NOT NULL DEFAULT gen_random_uuid();
-- 0022_code_browsers.sql
ALTER TABLE account_code ADD COLUMN browser_hash bytea;
ALTER TABLE account_code ADD COLUMN foreign_attempts integer NOT NULL DEFAULT 0;
-- 0024_file_keys.sql
CREATE INDEX chromatogram_file ON chromatogram (file_key);
CREATE INDEX result_attachment_file ON result_attachment (file_key);
CREATE INDEX certificate_file ON certificate (file_key);
CREATE INDEX sample_photo_file ON sample_photo (file_key);
-- 0025_sitemap.sql
CREATE INDEX public_test_map ON public_test ((task_number / 10000), published_at DESC) WHERE is_public AND published_at IS NOT NULL;
-- 0026_raw_data.sql
CREATE TABLE injection ( id uuid PRIMARY KEY, request_id uuid NOT NULL REFERENCES test_request(id), file_key text NOT NULL, file_name text NOT NULL, sha256 text NOT NULL, size_bytes integer NOT NULL, format text NOT NULL, acquisition jsonb NOT NULL DEFAULT '{}', warnings jsonb NOT NULL DEFAULT '[]', noise bit(512), noise_only bit(512), uploaded_by uuid NOT NULL REFERENCES user_account(id), uploaded_at timestamptz NOT NULL, history_since timestamptz, place bigint GENERATED ALWAYS AS IDENTITY, UNIQUE (request_id, sha256) );
CREATE INDEX injection_sha256 ON injection (sha256);
CREATE INDEX injection_file ON injection (file_key);
CREATE TABLE unused_injection ( id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, injection_id uuid NOT NULL REFERENCES injection(id), revision_id uuid NOT NULL REFERENCES result_revision(id), reason text NOT NULL, by_id uuid NOT NULL REFERENCES user_account(id), at timestamptz NOT NULL );
CREATE INDEX unused_injection_revision ON unused_injection (revision_id);
CREATE TABLE injection_allowance ( injection_id uuid NOT NULL REFERENCES injection(id), what text NOT NULL CHECK (what IN ('before_receipt', 'other_sample')), reason text NOT NULL, by_id uuid NOT NULL REFERENCES user_account(id), at timestamptz NOT NULL, PRIMARY KEY (injection_id, what) );
CREATE TABLE draft_save ( revision_id uuid NOT NULL REFERENCES result_revision(id), version integer NOT NULL, title text NOT NULL, summary text NOT NULL, measurements jsonb NOT NULL, by_id uuid NOT NULL REFERENCES user_account(id), at timestamptz NOT NULL, PRIMARY KEY (revision_id, version) );
CREATE TRIGGER injection_stays BEFORE UPDATE OR DELETE ON injection FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER unused_injection_stays BEFORE UPDATE OR DELETE ON unused_injection FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER injection_allowance_stays BEFORE UPDATE OR DELETE ON injection_allowance FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER draft_save_stays BEFORE UPDATE OR DELETE ON draft_save FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER result_attachment_stays BEFORE UPDATE OR DELETE ON result_attachment FOR EACH ROW EXECUTE FUNCTION is_append_only();
ALTER TABLE sample_photo ADD COLUMN removed_at timestamptz, ADD COLUMN removed_by uuid REFERENCES user_account(id), DROP CONSTRAINT sample_photo_request_id_sha256_key;
CREATE UNIQUE INDEX sample_photo_once ON sample_photo (request_id, sha256) WHERE removed_at IS NULL;
CREATE TRIGGER sample_photo_stays BEFORE DELETE ON sample_photo FOR EACH ROW EXECUTE FUNCTION is_append_only();
ALTER TABLE chromatogram ADD COLUMN reason text, ADD COLUMN file_warnings jsonb NOT NULL DEFAULT '[]', ADD COLUMN vendor_peaks jsonb, ADD COLUMN noticed jsonb NOT NULL DEFAULT '[]', ADD COLUMN proposed_purity double precision, ADD COLUMN injections jsonb, ADD COLUMN history_since timestamptz DEFAULT now(), DROP CONSTRAINT chromatogram_format_check, DROP CONSTRAINT chromatogram_baseline_check;
ALTER TABLE chromatogram ALTER COLUMN history_since DROP DEFAULT;
-- 0027_log_entry_2.sql
ALTER TABLE certificate ADD COLUMN result_json text;
-- 0028_imports.sql
CREATE TABLE laboratory_key ( id uuid PRIMARY KEY REFERENCES user_account(id), name text NOT NULL, scope text NOT NULL CHECK (scope = 'imports'), secret_hash bytea NOT NULL UNIQUE, made_by uuid NOT NULL REFERENCES user_account(id), made_at timestamptz NOT NULL, last_used_at timestamptz, revoked_at timestamptz, revoked_by uuid REFERENCES user_account(id) );
CREATE TABLE trace_import ( id uuid PRIMARY KEY, key_id uuid NOT NULL REFERENCES laboratory_key(id), file_key text NOT NULL, file_name text NOT NULL, sha256 text NOT NULL UNIQUE, size_bytes integer NOT NULL, acquisition jsonb NOT NULL, warnings jsonb NOT NULL, why jsonb, received_at timestamptz NOT NULL );
CREATE INDEX trace_import_file ON trace_import (file_key);
CREATE INDEX trace_import_received ON trace_import (received_at);
CREATE TABLE import_decision ( import_id uuid PRIMARY KEY REFERENCES trace_import(id), request_id uuid REFERENCES test_request(id), reason text NOT NULL, by_id uuid NOT NULL REFERENCES user_account(id), at timestamptz NOT NULL );
CREATE TRIGGER trace_import_stays BEFORE UPDATE OR DELETE ON trace_import FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER import_decision_stays BEFORE UPDATE OR DELETE ON import_decision FOR EACH ROW EXECUTE FUNCTION is_append_only();
-- 0029_desk.sql
CREATE TABLE blank ( id uuid PRIMARY KEY, file_key text NOT NULL, file_name text NOT NULL, sha256 text NOT NULL UNIQUE, size_bytes integer NOT NULL, format text NOT NULL, acquisition jsonb NOT NULL DEFAULT '{}', wavelength_nm integer, signal_unit text NOT NULL, trace bytea NOT NULL, uploaded_by uuid NOT NULL REFERENCES user_account(id), uploaded_at timestamptz NOT NULL );
CREATE INDEX blank_file ON blank (file_key);
CREATE TRIGGER blank_stays BEFORE UPDATE OR DELETE ON blank FOR EACH ROW EXECUTE FUNCTION is_append_only();
ALTER TABLE chromatogram ADD COLUMN explained jsonb, ADD COLUMN blank_id uuid REFERENCES blank(id), ADD COLUMN raw_trace bytea, ADD COLUMN blank_by uuid REFERENCES user_account(id), ADD COLUMN blank_at timestamptz, ADD CONSTRAINT chromatogram_subtracts_a_blank CHECK (raw_trace IS NULL OR blank_id IS NOT NULL), DROP CONSTRAINT chromatogram_signal_unit_check, ADD CONSTRAINT chromatogram_signal_unit_check CHECK (length(signal_unit) BETWEEN 1 AND 12);
-- 0030_audit.sql
CREATE TABLE chromatogram_state ( id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, revision_id uuid NOT NULL REFERENCES result_revision(id), state jsonb, at timestamptz NOT NULL );
CREATE INDEX chromatogram_state_revision ON chromatogram_state (revision_id, id);
CREATE TRIGGER chromatogram_state_stays BEFORE UPDATE OR DELETE ON chromatogram_state FOR EACH ROW EXECUTE FUNCTION is_append_only();
-- 0031_drawing.sql
ALTER TABLE method_template ADD COLUMN integration jsonb;
ALTER TABLE chromatogram ADD COLUMN uncounted jsonb;
ALTER TABLE result_revision ADD COLUMN injections jsonb;
-- 0032_raw_files.sql
CREATE TABLE injection_release ( injection_id uuid PRIMARY KEY REFERENCES injection(id), by_id uuid NOT NULL REFERENCES user_account(id), at timestamptz NOT NULL );
CREATE TABLE published_injection ( injection_id uuid PRIMARY KEY REFERENCES injection(id), certificate_id uuid NOT NULL REFERENCES certificate(id), log_index bigint NOT NULL UNIQUE REFERENCES log_entry(idx), by_id uuid NOT NULL REFERENCES user_account(id), at timestamptz NOT NULL );
CREATE TRIGGER injection_release_stays BEFORE UPDATE OR DELETE ON injection_release FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER published_injection_stays BEFORE UPDATE OR DELETE ON published_injection FOR EACH ROW EXECUTE FUNCTION is_append_only();
-- 0033_signatures.sql
CREATE TABLE revision_signature ( id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, revision_id uuid NOT NULL REFERENCES result_revision(id), meaning text NOT NULL CHECK (meaning IN ('measured', 'released')), by_id uuid NOT NULL REFERENCES user_account(id), name text NOT NULL, at timestamptz NOT NULL );
CREATE INDEX revision_signature_revision ON revision_signature (revision_id);
CREATE TRIGGER revision_signature_stays BEFORE UPDATE OR DELETE ON revision_signature FOR EACH ROW EXECUTE FUNCTION is_append_only();
-- 0034_channels.sql
ALTER TABLE chromatogram ADD COLUMN channel text;
ALTER TABLE chromatogram ADD COLUMN channels jsonb NOT NULL DEFAULT '[]';
-- 0035_redacted_photos.sql
CREATE TABLE photo_redaction ( id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, photo_id uuid NOT NULL REFERENCES sample_photo(id), destroyed_key text NOT NULL, destroyed_sha256 text NOT NULL, destroyed_bytes integer NOT NULL, reason text NOT NULL, by_id uuid NOT NULL REFERENCES user_account(id), at timestamptz NOT NULL );
CREATE INDEX photo_redaction_photo ON photo_redaction (photo_id);
CREATE TRIGGER photo_redaction_stays BEFORE UPDATE OR DELETE ON photo_redaction FOR EACH ROW EXECUTE FUNCTION is_append_only();
ALTER TABLE sample_photo ADD COLUMN remove_reason text;
CREATE FUNCTION photo_keeps_its_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.request_id, NEW.taken_at, NEW.taken_by) IS DISTINCT FROM (OLD.id, OLD.request_id, OLD.taken_at, OLD.taken_by)
    OR ((NEW.file_key, NEW.sha256, NEW.size_bytes) IS DISTINCT FROM (OLD.file_key, OLD.sha256, OLD.size_bytes)
      AND NOT EXISTS (SELECT FROM photo_redaction
        WHERE photo_id = OLD.id AND destroyed_key = OLD.file_key AND destroyed_sha256 = OLD.sha256))
  THEN
    RAISE EXCEPTION 'a photo keeps its file' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER sample_photo_keeps_its_file BEFORE UPDATE ON sample_photo FOR EACH ROW EXECUTE FUNCTION photo_keeps_its_file();
-- 0036_template_versions.sql
CREATE TABLE method_template_version ( template_id uuid NOT NULL REFERENCES method_template(id), version integer NOT NULL, sku_id uuid REFERENCES sku(id), family text, lines jsonb NOT NULL, at timestamptz NOT NULL, PRIMARY KEY (template_id, version), CHECK ((sku_id IS NULL) <> (family IS NULL)) );
CREATE INDEX method_template_version_sku ON method_template_version (sku_id);
CREATE INDEX method_template_version_family ON method_template_version (family);
CREATE TRIGGER method_template_version_stays BEFORE UPDATE OR DELETE ON method_template_version FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE FUNCTION keep_template_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO method_template_version (template_id, version, sku_id, family, lines, at)
    VALUES (NEW.id, NEW.version, NEW.sku_id, NEW.family, NEW.lines, NEW.updated_at)
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER method_template_keeps_versions AFTER INSERT OR UPDATE ON method_template FOR EACH ROW EXECUTE FUNCTION keep_template_version();
-- 0037_bench_record.sql
ALTER TABLE result_revision ADD COLUMN record jsonb;
ALTER TABLE draft_save ADD COLUMN record jsonb;
ALTER TABLE method_template ADD COLUMN requires jsonb;
-- 0038_method_authorisation.sql
CREATE TABLE method_authorisation ( method text PRIMARY KEY, user_ids uuid[] NOT NULL, by_id uuid NOT NULL REFERENCES user_account(id), at timestamptz NOT NULL );
-- 0039_handling.sql
CREATE TABLE sample_handling ( request_id uuid PRIMARY KEY REFERENCES test_request(id), words text NOT NULL, by_id uuid NOT NULL REFERENCES user_account(id), at timestamptz NOT NULL );
-- 0040_spectra.sql
CREATE TABLE spectrum ( id uuid PRIMARY KEY, request_id uuid NOT NULL REFERENCES test_request(id), file_key text NOT NULL, file_name text NOT NULL, sha256 text NOT NULL UNIQUE, size_bytes integer NOT NULL, format text NOT NULL, from_mz double precision NOT NULL, to_mz double precision NOT NULL, sticks jsonb NOT NULL, uploaded_by uuid NOT NULL REFERENCES user_account(id), uploaded_at timestamptz NOT NULL );
CREATE INDEX spectrum_request ON spectrum (request_id);
CREATE INDEX spectrum_file ON spectrum (file_key);
CREATE TRIGGER spectrum_stays BEFORE UPDATE OR DELETE ON spectrum FOR EACH ROW EXECUTE FUNCTION is_append_only();
-- 0041_assignees.sql
CREATE TABLE sample_assignee ( request_id uuid PRIMARY KEY REFERENCES test_request(id), user_id uuid NOT NULL REFERENCES user_account(id), by_id uuid NOT NULL REFERENCES user_account(id), at timestamptz NOT NULL );
CREATE INDEX sample_assignee_user ON sample_assignee (user_id);
-- 0043_paper.sql
ALTER TABLE test_request ADD COLUMN values_open_since timestamptz;
CREATE TABLE certificate_lookup ( request_id uuid NOT NULL, day date NOT NULL, lookups integer NOT NULL CHECK (lookups > 0), PRIMARY KEY (request_id, day) );
CREATE TABLE certificate_lookup_mail ( request_id uuid PRIMARY KEY REFERENCES test_request(id), told_at timestamptz NOT NULL );
CREATE TABLE paper_comparison ( day date NOT NULL, line text NOT NULL, place text NOT NULL, value text NOT NULL, PRIMARY KEY (day, line, place, value) );
-- 0044_makers.sql
CREATE TABLE maker ( id uuid PRIMARY KEY, name text NOT NULL, folded text NOT NULL, confirmed_at timestamptz, confirmed_by uuid REFERENCES user_account(id), answer text, answered_at timestamptz, merged_into uuid REFERENCES maker(id), current_id uuid NOT NULL REFERENCES maker(id), version integer NOT NULL DEFAULT 1, created_at timestamptz NOT NULL );
CREATE INDEX maker_current ON maker (current_id);
CREATE INDEX maker_merged ON maker (merged_into);
CREATE TABLE maker_spelling ( folded text PRIMARY KEY, spelling text NOT NULL, slug text UNIQUE, maker_id uuid NOT NULL REFERENCES maker(id), created_at timestamptz NOT NULL );
CREATE INDEX maker_spelling_maker ON maker_spelling (maker_id);
CREATE TABLE batch ( id uuid PRIMARY KEY, maker_id uuid NOT NULL REFERENCES maker(id), code text NOT NULL, folded text NOT NULL, confirmed_at timestamptz, confirmed_by uuid REFERENCES user_account(id), answer text, answered_at timestamptz, merged_into uuid REFERENCES batch(id), current_id uuid NOT NULL REFERENCES batch(id), version integer NOT NULL DEFAULT 1, created_at timestamptz NOT NULL );
CREATE INDEX batch_maker ON batch (maker_id);
CREATE INDEX batch_current ON batch (current_id);
CREATE INDEX batch_merged ON batch (merged_into);
CREATE TABLE batch_spelling ( maker_id uuid NOT NULL REFERENCES maker(id), folded text NOT NULL, spelling text NOT NULL, slug text, batch_id uuid NOT NULL REFERENCES batch(id), created_at timestamptz NOT NULL, PRIMARY KEY (maker_id, folded), UNIQUE (maker_id, slug) );
CREATE INDEX batch_spelling_batch ON batch_spelling (batch_id);
CREATE TABLE compound_spelling ( folded text PRIMARY KEY, spelling text NOT NULL, slug text UNIQUE, letters text NOT NULL, compound text NOT NULL, kind text NOT NULL CHECK (kind IN ('name', 'synonym', 'brand', 'customer')), created_at timestamptz NOT NULL );
CREATE INDEX compound_spelling_letters ON compound_spelling (letters);
CREATE INDEX compound_spelling_compound ON compound_spelling (compound);
CREATE TABLE request_subject ( request_id uuid PRIMARY KEY REFERENCES test_request(id), maker_folded text, batch_folded text, compound_folded text, maker_id uuid REFERENCES maker(id), batch_id uuid REFERENCES batch(id), chosen_by uuid REFERENCES user_account(id), chosen_at timestamptz );
CREATE INDEX request_subject_words ON request_subject (maker_folded, batch_folded);
CREATE INDEX request_subject_maker ON request_subject (maker_id) WHERE maker_id IS NOT NULL;
CREATE INDEX request_subject_batch ON request_subject (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX request_subject_compound ON request_subject (compound_folded);
-- 0045_registrations.sql
CREATE TABLE registration ( request_id uuid PRIMARY KEY REFERENCES test_request(id), visibility text NOT NULL CHECK (visibility IN ('public', 'private')), at timestamptz NOT NULL, log_index bigint UNIQUE, salt text, withdrawn_at timestamptz, CHECK ((log_index IS NULL) = (salt IS NULL)), CHECK (withdrawn_at IS NULL OR visibility = 'public') );
CREATE FUNCTION registration_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (OLD.request_id, OLD.visibility, OLD.at, OLD.log_index, OLD.salt)
    IS DISTINCT FROM (NEW.request_id, NEW.visibility, NEW.at, NEW.log_index, NEW.salt) THEN
    RAISE EXCEPTION 'a registration stays';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER registration_stays BEFORE UPDATE OR DELETE ON registration FOR EACH ROW EXECUTE FUNCTION registration_stays();
CREATE TABLE withdrawal ( id uuid PRIMARY KEY, request_id uuid NOT NULL UNIQUE REFERENCES test_request(id), amount_cents integer NOT NULL CHECK (amount_cents > 0), asked_at timestamptz NOT NULL, dropped_at timestamptz, payment_id uuid UNIQUE REFERENCES payment(id), paid_at timestamptz, updated_at timestamptz NOT NULL, CHECK ((payment_id IS NULL) = (paid_at IS NULL)) );
CREATE OR REPLACE FUNCTION visibility_only_opens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.visibility = 'public' AND NEW.visibility = 'private' AND OLD.status NOT IN ('draft', 'pending_payment')
    AND (OLD.status NOT IN ('awaiting_sample', 'received')
      OR EXISTS (SELECT 1 FROM request_event WHERE request_id = OLD.id AND kind = 'completed')) THEN
    RAISE EXCEPTION 'request % is public and stays so', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
ALTER TABLE payment DROP CONSTRAINT payment_subject_kind_check;
-- 0046_dossiers.sql
CREATE TABLE dossier_line ( id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, analyte_key text NOT NULL, method_key text NOT NULL, analyte text NOT NULL, method text NOT NULL );
CREATE UNIQUE INDEX dossier_line_names ON dossier_line (md5(analyte_key), md5(method_key));
CREATE TABLE dossier_test ( request_id uuid PRIMARY KEY REFERENCES test_request(id), task_number bigint NOT NULL, customer_id uuid NOT NULL, state text NOT NULL CHECK (state IN ('published', 'pending', 'withheld')), opened_later boolean NOT NULL, superseded integer NOT NULL, retracted integer NOT NULL, compound_id text, maker_id text, batch_id text, code_key text, unit text NOT NULL, label_unread boolean NOT NULL, published_at timestamptz, at timestamptz NOT NULL, CHECK ((state = 'published') = (published_at IS NOT NULL)) );
CREATE INDEX dossier_test_unit ON dossier_test (unit);
CREATE INDEX dossier_test_compound ON dossier_test (compound_id, at DESC, task_number DESC);
CREATE INDEX dossier_test_maker ON dossier_test (maker_id, at DESC, task_number DESC);
CREATE INDEX dossier_test_batch ON dossier_test (batch_id, at DESC, task_number DESC);
CREATE INDEX dossier_test_code ON dossier_test (code_key, maker_id, compound_id) WHERE state = 'published';
CREATE TABLE dossier_value ( request_id uuid NOT NULL REFERENCES dossier_test(request_id) ON DELETE CASCADE, place smallint NOT NULL, line integer NOT NULL, source_line integer, value double precision, words text NOT NULL, unit text NOT NULL, limit_words text NOT NULL, low double precision, high double precision, verdict text CHECK (verdict IN ('pass', 'fail')), published_at timestamptz NOT NULL, compound_id text, maker_id text, batch_id text, PRIMARY KEY (request_id, place) );
CREATE INDEX dossier_value_compound ON dossier_value (compound_id, line, published_at DESC, request_id);
CREATE INDEX dossier_value_maker ON dossier_value (maker_id, line, published_at DESC, request_id);
CREATE INDEX dossier_value_batch ON dossier_value (batch_id, line, published_at DESC, request_id);
CREATE TABLE dossier_count ( kind text NOT NULL CHECK (kind IN ('compound', 'maker', 'batch')), subject_id text NOT NULL, line integer NOT NULL, what text NOT NULL, n integer NOT NULL CHECK (n > 0), PRIMARY KEY (kind, subject_id, line, what) ) WITH (fillfactor = 80);
CREATE TABLE dossier_figure ( kind text NOT NULL CHECK (kind IN ('compound', 'maker', 'batch')), subject_id text NOT NULL, line integer NOT NULL, value double precision NOT NULL, n integer NOT NULL CHECK (n > 0), PRIMARY KEY (kind, subject_id, line, value) ) WITH (fillfactor = 80);
-- 0047_search.sql
ALTER TABLE public_test_phrase ADD COLUMN starts text, ADD COLUMN near text[];
CREATE INDEX public_test_phrase_near ON public_test_phrase USING gin (near) WITH (fastupdate = off);
CREATE TABLE public_test_value ( id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, facet text NOT NULL CHECK (facet IN ('compound', 'maker', 'tested')), value text NOT NULL, label text NOT NULL, UNIQUE (facet, value) );
CREATE TABLE public_test_kind ( id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, subject_id integer NOT NULL REFERENCES public_test_phrase(id) ON DELETE CASCADE, maker_phrase_id integer REFERENCES public_test_phrase(id) ON DELETE CASCADE, is_public boolean NOT NULL, includes_sterility boolean NOT NULL, compound_id integer REFERENCES public_test_value(id), maker_id integer REFERENCES public_test_value(id), verdict text CHECK (verdict IN ('pass', 'fail', 'not_judged')), year integer, tested integer[] NOT NULL DEFAULT '{}', tests integer NOT NULL DEFAULT 0, published_at timestamptz, published_task bigint, purity double precision, purity_task bigint, deviation double precision, deviation_task bigint, CHECK (is_public OR (compound_id IS NULL AND maker_id IS NULL AND verdict IS NULL AND year IS NULL AND tested = '{}')), UNIQUE NULLS NOT DISTINCT (subject_id, maker_phrase_id, compound_id, maker_id, verdict, year, tested, is_public, includes_sterility) ) WITH (fillfactor = 80);
CREATE INDEX public_test_kind_maker ON public_test_kind (maker_phrase_id);
ALTER TABLE public_test ADD COLUMN kind_id integer REFERENCES public_test_kind(id), ADD COLUMN purity double precision, ADD COLUMN deviation double precision, ADD COLUMN batch text COLLATE "C", ADD COLUMN writes integer NOT NULL DEFAULT 0, ADD CHECK (is_public OR (purity IS NULL AND deviation IS NULL AND batch IS NULL));
CREATE INDEX public_test_kind_published ON public_test (kind_id, published_at DESC NULLS LAST, task_number DESC);
CREATE INDEX public_test_kind_purity ON public_test (kind_id, purity DESC NULLS LAST, task_number DESC);
CREATE INDEX public_test_kind_deviation ON public_test (kind_id, deviation ASC NULLS LAST, task_number DESC);
CREATE INDEX public_test_batch ON public_test (batch) WHERE batch IS NOT NULL;
CREATE INDEX public_test_digits ON public_test ((task_number::text COLLATE "C"));
CREATE INDEX public_test_unsorted ON public_test (request_id) WHERE kind_id IS NULL;
CREATE FUNCTION public_test_unsort() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.kind_id := NULL;
  NEW.purity := NULL;
  NEW.deviation := NULL;
  NEW.batch := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER public_test_foreign BEFORE UPDATE ON public_test FOR EACH ROW WHEN (NEW.writes = OLD.writes AND NEW.kind_id IS NOT NULL) EXECUTE FUNCTION public_test_unsort();
CREATE FUNCTION public_test_kind_firsts(ids integer[]) RETURNS void LANGUAGE sql AS $$
  UPDATE public_test_kind AS k SET
    (published_at, published_task) = (
      SELECT t.published_at, t.task_number FROM public_test t WHERE t.kind_id = k.id
      ORDER BY t.published_at DESC NULLS LAST, t.task_number DESC LIMIT 1),
    (purity, purity_task) = (
      SELECT t.purity, t.task_number FROM public_test t WHERE t.kind_id = k.id
      ORDER BY t.purity DESC NULLS LAST, t.task_number DESC LIMIT 1),
    (deviation, deviation_task) = (
      SELECT t.deviation, t.task_number FROM public_test t WHERE t.kind_id = k.id
      ORDER BY t.deviation ASC NULLS LAST, t.task_number DESC LIMIT 1)
  WHERE k.id = ANY (ids)
$$;
CREATE FUNCTION public_test_kinds_counted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changes text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT 1 AS n, kind_id FROM come'
    WHEN 'DELETE' THEN 'SELECT -1 AS n, kind_id FROM gone'
    ELSE 'SELECT 1 AS n, kind_id FROM come UNION ALL SELECT -1, kind_id FROM gone'
  END;
  touched integer[];
BEGIN
  EXECUTE format('
    WITH summed AS (
      SELECT kind_id AS id, sum(n)::integer AS n FROM (%s) AS changes WHERE kind_id IS NOT NULL GROUP BY kind_id
    ), locked AS (
      SELECT id FROM public_test_kind WHERE id IN (SELECT id FROM summed) ORDER BY id FOR NO KEY UPDATE
    ), counted AS (
      UPDATE public_test_kind AS k SET tests = k.tests + summed.n FROM summed JOIN locked USING (id)
      WHERE k.id = summed.id RETURNING k.id
    )
    SELECT array_agg(id) FROM counted', changes) INTO touched;
  IF touched IS NOT NULL THEN
    PERFORM public_test_kind_firsts(touched);
    DELETE FROM public_test_kind WHERE id = ANY (touched) AND tests = 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER public_test_kind_come AFTER INSERT ON public_test REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION public_test_kinds_counted();
CREATE TRIGGER public_test_kind_changed AFTER UPDATE ON public_test REFERENCING NEW TABLE AS come OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public_test_kinds_counted();
CREATE TRIGGER public_test_kind_gone AFTER DELETE ON public_test REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public_test_kinds_counted();
-- 0048_turnaround.sql
CREATE INDEX test_request_received ON test_request (received_at) INCLUDE (id, sku_id, completed_at, due_on) WHERE received_at IS NOT NULL;
CREATE INDEX result_revision_replaced ON result_revision (request_id) INCLUDE (published_at) WHERE state IN ('superseded', 'retracted');
-- 0049_watches.sql
CREATE TABLE watcher ( id uuid PRIMARY KEY, address text NOT NULL UNIQUE, key text NOT NULL, digest_asked_on date, digest_sent_on date, created_at timestamptz NOT NULL );
CREATE TABLE watch ( id uuid PRIMARY KEY, watcher_id uuid NOT NULL REFERENCES watcher(id) ON DELETE CASCADE, kind text NOT NULL CHECK (kind IN ('compound', 'maker', 'batch', 'task')), subject text NOT NULL, key text NOT NULL, created_at timestamptz NOT NULL, asked_on date, confirmed_at timestamptz, UNIQUE (kind, subject, watcher_id) );
CREATE INDEX watch_watcher ON watch (watcher_id);
CREATE INDEX watch_unconfirmed ON watch (created_at) WHERE confirmed_at IS NULL;
CREATE TABLE watch_notice ( id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, watch_id uuid NOT NULL, request_id uuid NOT NULL REFERENCES test_request(id), what text NOT NULL CHECK (what IN ('published', 'amended', 'retracted')), at timestamptz NOT NULL );
CREATE INDEX watch_notice_watch ON watch_notice (watch_id);
CREATE INDEX watch_notice_retracted ON watch_notice (request_id) WHERE what = 'retracted';
CREATE INDEX watch_notice_at ON watch_notice (at);
CREATE TABLE watch_day ( day date PRIMARY KEY, opt_ins integer NOT NULL DEFAULT 0, digests integer NOT NULL DEFAULT 0, retractions integer NOT NULL DEFAULT 0 );
-- 0050_showcases.sql
CREATE TABLE showcase ( id uuid PRIMARY KEY, request_id uuid NOT NULL REFERENCES test_request(id), account_id uuid NOT NULL REFERENCES user_account(id), starts_on date NOT NULL, ends_on date NOT NULL, amount_cents integer NOT NULL CHECK (amount_cents > 0), currency text NOT NULL CHECK (currency = 'usd'), state text NOT NULL CHECK (state IN ('reserved', 'booked', 'stopped', 'released')), reserved_until timestamptz NOT NULL, payment_id uuid UNIQUE REFERENCES payment(id), paid_at timestamptz, stopped_on date, refund_cents integer NOT NULL DEFAULT 0 CHECK (refund_cents BETWEEN 0 AND amount_cents), ended_because text, reminded_at timestamptz, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, CHECK (ends_on = starts_on + 7), CHECK ((payment_id IS NULL) = (paid_at IS NULL)), CHECK (state NOT IN ('booked', 'stopped') OR payment_id IS NOT NULL), CHECK ((state = 'stopped') = (stopped_on IS NOT NULL)), CHECK ((state IN ('stopped', 'released')) = (ended_because IS NOT NULL)) );
CREATE INDEX showcase_taken ON showcase (ends_on) INCLUDE (request_id, starts_on, stopped_on) WHERE state <> 'released';
CREATE INDEX showcase_request ON showcase (request_id, starts_on);
CREATE INDEX showcase_account ON showcase (account_id, created_at);
CREATE INDEX showcase_newest ON showcase (created_at, id);
CREATE TABLE showcase_view ( showcase_id uuid NOT NULL REFERENCES showcase(id), day date NOT NULL, views integer NOT NULL CHECK (views > 0), PRIMARY KEY (showcase_id, day) );
-- 0051_compound_names.sql
ALTER TABLE compound_spelling ADD COLUMN id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(), ADD COLUMN decided_at timestamptz, ADD COLUMN decided_by uuid REFERENCES user_account(id), ADD COLUMN version integer NOT NULL DEFAULT 1, ADD CHECK ((decided_at IS NULL) = (decided_by IS NULL));
-- 0052_injection_doubts.sql
ALTER TABLE injection_allowance DROP CONSTRAINT injection_allowance_what_check;
ALTER TABLE injection_allowance ADD CONSTRAINT injection_allowance_what_check CHECK (what IN ('before_receipt', 'in_future', 'other_sample', 'unnamed_sample'));
-- 0053_injection_time.sql
CREATE TABLE injection_time ( id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, injection_id uuid NOT NULL REFERENCES injection(id), injected_at text, reason text NOT NULL, by_id uuid NOT NULL REFERENCES user_account(id), at timestamptz NOT NULL, CHECK (injected_at IS NULL OR reason = '') );
CREATE INDEX injection_time_injection ON injection_time (injection_id);
CREATE TRIGGER injection_time_stays BEFORE UPDATE OR DELETE ON injection_time FOR EACH ROW EXECUTE FUNCTION is_append_only();
ALTER TABLE injection_allowance DROP CONSTRAINT injection_allowance_pkey;
ALTER TABLE injection_allowance ADD PRIMARY KEY (injection_id, what, at);
ALTER TABLE chromatogram ADD COLUMN run jsonb;
ALTER TABLE method_template ADD COLUMN date_order text CHECK (date_order IN ('day_first', 'month_first'));
ALTER TABLE method_template_version ADD COLUMN date_order text;
CREATE OR REPLACE FUNCTION keep_template_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO method_template_version (template_id, version, sku_id, family, lines, date_order, at)
    VALUES (NEW.id, NEW.version, NEW.sku_id, NEW.family, NEW.lines, NEW.date_order, NEW.updated_at)
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
-- 0054_signal_prints.sql
CREATE TABLE signal_print ( injection_id uuid PRIMARY KEY REFERENCES injection(id), channel text, width_min double precision NOT NULL, height_mau double precision NOT NULL, noise bit(2048) NOT NULL, noise_only bit(2048) NOT NULL );
CREATE INDEX signal_print_width ON signal_print (width_min);
CREATE TRIGGER signal_print_stays BEFORE UPDATE OR DELETE ON signal_print FOR EACH ROW EXECUTE FUNCTION is_append_only();
-- 0056_replicates.sql
ALTER TABLE chromatogram ADD COLUMN replicates jsonb;
-- 0057_number_readings.sql
ALTER TABLE chromatogram ADD COLUMN thousands text CHECK (thousands IN ('groups', 'decimals'));
CREATE TABLE injection_reading ( id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, injection_id uuid NOT NULL REFERENCES injection(id), thousands text NOT NULL CHECK (thousands IN ('groups', 'decimals')), by_id uuid NOT NULL REFERENCES user_account(id), at timestamptz NOT NULL );
CREATE INDEX injection_reading_injection ON injection_reading (injection_id);
CREATE TRIGGER injection_reading_stays BEFORE UPDATE OR DELETE ON injection_reading FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TABLE import_reading ( import_id uuid PRIMARY KEY REFERENCES trace_import(id), thousands text NOT NULL CHECK (thousands IN ('groups', 'decimals')), why jsonb, by_id uuid NOT NULL REFERENCES user_account(id), at timestamptz NOT NULL );
CREATE TRIGGER import_reading_stays BEFORE UPDATE OR DELETE ON import_reading FOR EACH ROW EXECUTE FUNCTION is_append_only();
-- 0058_photo_redactions.sql
CREATE TABLE photo_redaction_proposal ( id uuid PRIMARY KEY, photo_id uuid NOT NULL REFERENCES sample_photo(id), state text NOT NULL CHECK (state IN ('proposed', 'confirmed', 'refused')), boxes jsonb NOT NULL, reason text NOT NULL, by_id uuid NOT NULL REFERENCES user_account(id), at timestamptz NOT NULL, file_key text, sha256 text NOT NULL, size_bytes integer NOT NULL, decided_by uuid REFERENCES user_account(id), decided_at timestamptz, CHECK ((state = 'proposed') = (file_key IS NOT NULL)), CHECK ((state = 'proposed') = (decided_by IS NULL)), CHECK ((decided_by IS NULL) = (decided_at IS NULL)), CHECK (decided_by <> by_id) );
CREATE UNIQUE INDEX photo_redaction_proposal_open ON photo_redaction_proposal (photo_id) WHERE state = 'proposed';
CREATE INDEX photo_redaction_proposal_file ON photo_redaction_proposal (file_key);
CREATE FUNCTION proposal_is_decided_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'proposed'
    OR (NEW.id, NEW.photo_id, NEW.boxes, NEW.reason, NEW.by_id, NEW.at, NEW.sha256, NEW.size_bytes)
      IS DISTINCT FROM (OLD.id, OLD.photo_id, OLD.boxes, OLD.reason, OLD.by_id, OLD.at, OLD.sha256, OLD.size_bytes)
  THEN
    RAISE EXCEPTION 'a proposed redaction is decided once and stays' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER photo_redaction_proposal_rules BEFORE UPDATE ON photo_redaction_proposal FOR EACH ROW EXECUTE FUNCTION proposal_is_decided_once();
CREATE TRIGGER photo_redaction_proposal_stays BEFORE DELETE ON photo_redaction_proposal FOR EACH ROW EXECUTE FUNCTION is_append_only();
ALTER TABLE photo_redaction ADD COLUMN boxes jsonb, ADD COLUMN confirmed_by uuid REFERENCES user_account(id), ADD CHECK (confirmed_by <> by_id);
CREATE OR REPLACE FUNCTION photo_keeps_its_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.request_id, NEW.taken_at, NEW.taken_by) IS DISTINCT FROM (OLD.id, OLD.request_id, OLD.taken_at, OLD.taken_by)
    OR ((NEW.file_key, NEW.sha256, NEW.size_bytes) IS DISTINCT FROM (OLD.file_key, OLD.sha256, OLD.size_bytes)
      AND NOT EXISTS (SELECT FROM photo_redaction
        WHERE photo_id = OLD.id AND destroyed_key = OLD.file_key AND destroyed_sha256 = OLD.sha256
          AND (confirmed_by IS NOT NULL OR NOT EXISTS (SELECT FROM result_revision
            WHERE request_id = OLD.request_id AND published_at IS NOT NULL))))
  THEN
    RAISE EXCEPTION 'a photo keeps its file' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
ALTER TABLE result_revision ADD COLUMN photos jsonb;
-- 0059_template_drafts.sql
CREATE TABLE method_template_draft ( id uuid PRIMARY KEY, number bigint GENERATED ALWAYS AS IDENTITY, sku_id uuid REFERENCES sku(id), family text, version integer NOT NULL CHECK (version >= 0), family_version integer, lines jsonb NOT NULL, integration jsonb NOT NULL, requires jsonb NOT NULL, date_order text, reason text NOT NULL, by_id uuid NOT NULL REFERENCES user_account(id), at timestamptz NOT NULL, state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approved', 'refused', 'withdrawn')), decided_by uuid REFERENCES user_account(id), decided_at timestamptz, decision_reason text, approved_version integer, CHECK ((sku_id IS NULL) <> (family IS NULL)), CHECK ((state = 'open') = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)), CHECK (state NOT IN ('approved', 'refused') OR decided_by <> by_id), CHECK (state <> 'withdrawn' OR decided_by = by_id), CHECK ((state = 'approved') = (approved_version IS NOT NULL)), CHECK (approved_version = version + 1) );
CREATE UNIQUE INDEX method_template_draft_open_sku ON method_template_draft (sku_id) WHERE state = 'open';
CREATE UNIQUE INDEX method_template_draft_open_family ON method_template_draft (family) WHERE state = 'open';
CREATE UNIQUE INDEX method_template_draft_of_sku ON method_template_draft (sku_id, approved_version);
CREATE UNIQUE INDEX method_template_draft_of_family ON method_template_draft (family, approved_version);
CREATE FUNCTION template_draft_is_decided_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'open'
    OR (NEW.id, NEW.sku_id, NEW.family, NEW.version, NEW.family_version, NEW.lines, NEW.integration, NEW.requires,
        NEW.date_order, NEW.reason, NEW.by_id, NEW.at)
      IS DISTINCT FROM (OLD.id, OLD.sku_id, OLD.family, OLD.version, OLD.family_version, OLD.lines, OLD.integration,
        OLD.requires, OLD.date_order, OLD.reason, OLD.by_id, OLD.at)
  THEN
    RAISE EXCEPTION 'a draft of a template is decided about once' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER method_template_draft_is_decided_once BEFORE UPDATE ON method_template_draft FOR EACH ROW EXECUTE FUNCTION template_draft_is_decided_once();
CREATE TRIGGER method_template_draft_stays BEFORE DELETE ON method_template_draft FOR EACH ROW EXECUTE FUNCTION is_append_only();
-- 0060_laboratory_keys_end.sql
ALTER TABLE laboratory_key ADD COLUMN ends_at timestamptz NOT NULL DEFAULT now() + interval '90 days';
ALTER TABLE laboratory_key ADD COLUMN reminded_at timestamptz;
CREATE OR REPLACE FUNCTION publisher_is_second_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.published_by IS NOT NULL AND (OLD.published_by IS DISTINCT FROM NEW.published_by) AND (EXISTS (
    SELECT 1 FROM revision_contributor WHERE revision_id = NEW.id AND user_id = NEW.published_by
  ) OR EXISTS (
    SELECT 1 FROM import_decision d JOIN trace_import t ON t.id = d.import_id
    JOIN laboratory_key k ON k.id = t.key_id
    WHERE d.request_id = NEW.request_id AND k.made_by = NEW.published_by
  )) THEN
    RAISE EXCEPTION 'the publisher of revision % touched it', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state IN ('published', 'superseded', 'retracted') AND (
    NEW.title, NEW.summary, NEW.measurements, NEW.published_at, NEW.published_by)
    IS DISTINCT FROM (OLD.title, OLD.summary, OLD.measurements, OLD.published_at, OLD.published_by) THEN
    RAISE EXCEPTION 'revision % is published and never changes', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE INDEX import_decision_request ON import_decision (request_id);
-- 0061_partly_judged.sql
ALTER TABLE public_test_kind DROP CONSTRAINT public_test_kind_verdict_check;
ALTER TABLE public_test_kind ADD CONSTRAINT public_test_kind_verdict_check CHECK (verdict IN ('pass', 'partly', 'fail', 'not_judged'));
-- 0062_method_release.sql
ALTER TABLE method_authorisation ALTER COLUMN user_ids DROP NOT NULL;
ALTER TABLE method_authorisation ADD COLUMN release_ids uuid[];
-- 0063_wrong_secrets.sql
ALTER TABLE user_session ADD COLUMN wrong_secrets integer NOT NULL DEFAULT 0;
-- 0066_delivered_templates.sql
ALTER TABLE method_template ADD COLUMN delivered boolean NOT NULL DEFAULT false;
-- 0067_reset_asks.sql
CREATE TABLE reset_ask ( id uuid NOT NULL UNIQUE, email_normalized text NOT NULL, mailbox bytea NOT NULL, asker bytea NOT NULL, is_known boolean NOT NULL, network bytea NOT NULL, browser_hash bytea NOT NULL, device text NOT NULL, asked_at timestamptz NOT NULL, PRIMARY KEY (email_normalized, asker) );
CREATE INDEX reset_ask_mailbox ON reset_ask (mailbox);
CREATE TABLE reset_turn ( mailbox bytea NOT NULL, asker bytea NOT NULL, next_at timestamptz NOT NULL, PRIMARY KEY (mailbox, asker) );
-- Rows: a person, an order that was paid, its published result with a certificate in the log, and what was public of it.
INSERT INTO user_account (id, email, email_normalized, first_name, last_name, display_name, role, created_at, updated_at) VALUES
  ('00000000-0000-4000-8000-000000000001', 'ada@example.test', 'ada@example.test', 'Ada', 'L', 'Ada', 'customer', '2026-11-01Z', '2026-11-01Z'),
  ('00000000-0000-4000-8000-000000000002', 'lab@example.test', 'lab@example.test', 'Rosa', 'F', 'Rosa', 'reviewer', '2026-11-01Z', '2026-11-01Z');
INSERT INTO sku (id, slug, name, description, family, sample_requirement, tat_text, base_price_cents, sort_order) VALUES
  ('00000000-0000-4000-8000-000000000010', 'bpc-157', 'BPC-157', '', 'Peptides', '', '', 20000, 1);
INSERT INTO method_template (id, sku_id, lines, delivered, updated_at) VALUES
  ('00000000-0000-4000-8000-000000000011', '00000000-0000-4000-8000-000000000010', '[]', true, '2026-11-01Z');
INSERT INTO test_request (id, unique_key, customer_id, sku_id, payment_method, status, visibility, base_price_cents, final_price_cents, compound_name, created_at, updated_at, paid_at, received_at, completed_at) VALUES
  ('00000000-0000-4000-8000-000000000020', 'KEYKEYKEY', '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000010', 'stripe', 'complete', 'public', 20000, 20000, 'BPC-157', '2026-11-02Z', '2026-11-05Z', '2026-11-02Z', '2026-11-03Z', '2026-11-05Z');
INSERT INTO request_event (request_id, at, actor_kind, kind, to_status) VALUES
  ('00000000-0000-4000-8000-000000000020', '2026-11-02Z', 'system', 'paid', 'awaiting_sample');
INSERT INTO payment (id, subject_kind, subject_id, customer_id, provider, description, customer_email, success_url, cancel_url, status, amount_cents, currency, received_cents, expires_at, created_at, updated_at) VALUES
  ('00000000-0000-4000-8000-000000000030', 'order', '00000000-0000-4000-8000-000000000020', '00000000-0000-4000-8000-000000000001', 'stripe', 'BPC-157', 'ada@example.test', '', '', 'paid', 20000, 'usd', 20000, '2026-11-03Z', '2026-11-02Z', '2026-11-02Z');
INSERT INTO ledger_entry (transaction_id, payment_id, subject_kind, subject_id, account, amount_cents, currency, kind, at)
  SELECT '00000000-0000-4000-8000-000000000031', '00000000-0000-4000-8000-000000000030', 'order', '00000000-0000-4000-8000-000000000020', account, cents, 'usd', 'charge', '2026-11-02Z'
  FROM (VALUES ('provider', 20000), ('revenue', -20000)) AS half (account, cents);
INSERT INTO result_revision (id, request_id, revision, state, title, measurements, created_at, created_by, updated_at, published_at, published_by) VALUES
  ('00000000-0000-4000-8000-000000000040', '00000000-0000-4000-8000-000000000020', 1, 'published', 'BPC-157', '[{"analyte": "Purity", "method": "HPLC", "value": "99.1", "unit": "%", "limit": "", "verdict": null}]', '2026-11-04Z', '00000000-0000-4000-8000-000000000001', '2026-11-05Z', '2026-11-05Z', '00000000-0000-4000-8000-000000000002');
INSERT INTO registration (request_id, visibility, at, log_index, salt) VALUES
  ('00000000-0000-4000-8000-000000000020', 'public', '2026-11-03Z', 1, repeat('6', 64));
INSERT INTO signing_certificate VALUES ('a signing certificate', 'pem', '', '2026-01-01Z', '2027-01-01Z', '2026-01-01Z');
INSERT INTO certificate (id, request_id, revision_id, revision, file_key, sha256, size_bytes, issued_at, log_salt, result_json, signed_by) VALUES
  ('00000000-0000-4000-8000-000000000050', '00000000-0000-4000-8000-000000000020', '00000000-0000-4000-8000-000000000040', 1, 'certificates/1.pdf', '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824', 5, '2026-11-05Z', repeat('5', 64), '{}', 'a signing certificate');
INSERT INTO log_entry VALUES (0, 'an entry');
INSERT INTO log_node VALUES (0, 0, sha256('an entry'));
UPDATE log_head SET size = 1, root = sha256('an entry');
INSERT INTO certificate_log VALUES ('00000000-0000-4000-8000-000000000050', 'issued', 0);
INSERT INTO audit_entry (at, actor_id, action, subject_kind, subject_id) VALUES
  ('2026-11-05Z', '00000000-0000-4000-8000-000000000002', 'result.published', 'request', '00000000-0000-4000-8000-000000000020');
INSERT INTO public_test_phrase (field, is_public, includes_sterility, words) VALUES ('subject', true, false, 'bpc-157');
INSERT INTO public_test (task_number, request_id, is_public, includes_sterility, subject_id, codes, published_at, body)
  SELECT 10001, '00000000-0000-4000-8000-000000000020', true, false, id, '10001', '2026-11-05Z', '{}' FROM public_test_phrase;
INSERT INTO dossier_test (request_id, task_number, customer_id, state, opened_later, superseded, retracted, unit, label_unread, published_at, at) VALUES
  ('00000000-0000-4000-8000-000000000020', 10001, '00000000-0000-4000-8000-000000000001', 'published', false, 0, 0, 'u', false, '2026-11-05Z', '2026-11-05Z');

-- Makers, batches and compounds as records: what customers wrote stays in test_request, and its spellings lead to a record.
CREATE TABLE maker (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  -- The name as spellings are compared.
  folded text NOT NULL,
  -- Null: only a customer wrote it so.
  confirmed_at timestamptz,
  confirmed_by uuid REFERENCES user_account(id),
  -- What the maker says, in the maker's words.
  answer text,
  answered_at timestamptz,
  merged_into uuid REFERENCES maker(id),
  -- The maker at the end of the merges: itself where there was none.
  current_id uuid NOT NULL REFERENCES maker(id),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL
);
CREATE INDEX maker_current ON maker (current_id);
CREATE INDEX maker_merged ON maker (merged_into);

-- Spellings of a maker's name.
CREATE TABLE maker_spelling (
  folded text PRIMARY KEY,
  spelling text NOT NULL,
  -- Given when a public test shows the spelling for the first time, and the same ever after.
  slug text UNIQUE,
  maker_id uuid NOT NULL REFERENCES maker(id),
  created_at timestamptz NOT NULL
);
CREATE INDEX maker_spelling_maker ON maker_spelling (maker_id);

-- Batches of a maker; columns as in maker.
CREATE TABLE batch (
  id uuid PRIMARY KEY,
  maker_id uuid NOT NULL REFERENCES maker(id),
  code text NOT NULL,
  folded text NOT NULL,
  confirmed_at timestamptz,
  confirmed_by uuid REFERENCES user_account(id),
  answer text,
  answered_at timestamptz,
  merged_into uuid REFERENCES batch(id),
  current_id uuid NOT NULL REFERENCES batch(id),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL
);
CREATE INDEX batch_maker ON batch (maker_id);
CREATE INDEX batch_current ON batch (current_id);
CREATE INDEX batch_merged ON batch (merged_into);

-- Spellings of a batch code. A code belongs to the maker that it was written with; merging makers leaves it there.
CREATE TABLE batch_spelling (
  maker_id uuid NOT NULL REFERENCES maker(id),
  folded text NOT NULL,
  spelling text NOT NULL,
  slug text,
  batch_id uuid NOT NULL REFERENCES batch(id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (maker_id, folded),
  UNIQUE (maker_id, slug)
);
CREATE INDEX batch_spelling_batch ON batch_spelling (batch_id);

-- Spellings of compounds. Admins change the names of compounds: what they decided about a spelling stands, whatever a later
-- release says.
CREATE TABLE compound_spelling (
  folded text PRIMARY KEY,
  spelling text NOT NULL,
  slug text UNIQUE,
  -- The letters and digits alone: BPC 157 is BPC-157.
  letters text NOT NULL,
  -- The name of the compound, itself one of the spellings.
  compound text NOT NULL,
  -- 'customer': nobody but customers wrote it.
  kind text NOT NULL CHECK (kind IN ('name', 'synonym', 'brand', 'customer')),
  created_at timestamptz NOT NULL,
  -- By which calls name a compound: that of its name.
  id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  -- Null: a release or a customer wrote it, and no admin decided about it.
  decided_at timestamptz,
  decided_by uuid REFERENCES user_account(id),
  -- Of a compound's name: grows with each change of its names.
  version integer NOT NULL DEFAULT 1,
  CHECK ((decided_at IS NULL) = (decided_by IS NULL))
);
CREATE INDEX compound_spelling_letters ON compound_spelling (letters);
CREATE INDEX compound_spelling_compound ON compound_spelling (compound);

-- What a request is of: the customer's words folded, and what the desk chose instead.
CREATE TABLE request_subject (
  request_id uuid PRIMARY KEY REFERENCES test_request(id),
  maker_folded text,
  batch_folded text,
  compound_folded text,
  maker_id uuid REFERENCES maker(id),
  batch_id uuid REFERENCES batch(id),
  chosen_by uuid REFERENCES user_account(id),
  chosen_at timestamptz
);
CREATE INDEX request_subject_words ON request_subject (maker_folded, batch_folded);
CREATE INDEX request_subject_maker ON request_subject (maker_id) WHERE maker_id IS NOT NULL;
CREATE INDEX request_subject_batch ON request_subject (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX request_subject_compound ON request_subject (compound_folded);

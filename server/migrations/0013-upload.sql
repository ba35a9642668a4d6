-- Files that people bring: each content is kept once, each upload is a record that points to one.

create table content (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  size bigint not null,
  blob_key text not null unique,
  created_at timestamptz(3) not null default now()
);

create type upload_status as enum ('received', 'processing', 'ready', 'failed', 'accepted', 'rejected');

create table upload (
  id bigint generated always as identity primary key,
  rev integer not null default 1,
  title text not null,
  note text,
  source text,
  file_name text not null,
  sha256 text not null references content (sha256),
  size bigint not null,
  -- What it is by its content; null until it has been looked at.
  kind text,
  media_type text,
  status upload_status not null default 'received',
  failure text,
  flags text[] not null default '{}',
  text_length integer not null default 0,
  part_count integer not null default 0,
  hits integer not null default 0,
  -- Grows with each reading; a reading that was overtaken writes nothing.
  step integer not null default 1,
  -- Readings begun in this step: what ends every worker that takes it up is not tried for ever.
  tries smallint not null default 0,
  touched_at timestamptz(3) not null default now(),
  -- Version of the dictionary its text was searched with.
  scanned integer,
  reason text,
  reviewer bigint references "user" (id) on delete set null,
  reviewed_at timestamptz(3),
  uploader bigint references "user" (id) on delete set null,
  owner bigint references "user" (id) on delete set null,
  read_user bigint[] not null default '{}',
  write_user bigint[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  name_key text not null generated always as (
    search_key(title, file_name, coalesce(source, ''), coalesce(note, ''))
  ) stored,
  name_grams text[] not null generated always as (
    wide_grams(search_key(title, file_name, coalesce(source, ''), coalesce(note, '')))
  ) stored
);

create index upload_updated_at_idx on upload (updated_at desc, id desc) where deleted_at is null;
create index upload_created_at_idx on upload (created_at desc, id desc) where deleted_at is null;
create index upload_title_idx on upload (title, id) where deleted_at is null;
create index upload_size_idx on upload (size desc, id desc) where deleted_at is null;
create index upload_hits_idx on upload (hits desc, id desc) where deleted_at is null;
create index upload_status_idx on upload (status, created_at desc, id desc) where deleted_at is null;
create index upload_owner_idx on upload (owner, created_at desc, id desc);
create index upload_content_idx on upload (sha256);
create index upload_deleted_at_idx on upload (deleted_at) where deleted_at is not null;
create index upload_waiting_idx on upload (touched_at) where status in ('received', 'processing');
create index upload_scanned_idx on upload (scanned) where part_count > 0;
create index upload_name_key_idx on upload using gin (name_key gin_trgm_ops) with (fastupdate = off);
create index upload_name_grams_idx on upload using gin (name_grams) with (fastupdate = off);

create table upload_og (
  upload_id bigint not null references upload (id) on delete cascade,
  og_id bigint not null references og (id) on delete cascade,
  primary key (upload_id, og_id)
);
create index upload_og_og_idx on upload_og (og_id, upload_id);
create table upload_person (
  upload_id bigint not null references upload (id) on delete cascade,
  person_id bigint not null references person (id) on delete cascade,
  primary key (upload_id, person_id)
);
create index upload_person_person_idx on upload_person (person_id, upload_id);

-- Text as it was read: a page, a sheet, a slide, a member of an archive.
create table upload_part (
  upload_id bigint not null references upload (id) on delete cascade,
  number integer not null,
  name text,
  text text not null,
  primary key (upload_id, number)
);

create table upload_hit (
  upload_id bigint not null references upload (id) on delete cascade,
  word_id bigint not null references word (id) on delete cascade,
  count integer not null,
  -- Number of the part that has the first.
  part integer not null,
  primary key (upload_id, word_id)
);
create index upload_hit_word_idx on upload_hit (word_id, upload_id);
create table upload_mention (
  upload_id bigint not null references upload (id) on delete cascade,
  noun text not null check (noun in ('og', 'person')),
  record_id bigint not null,
  -- As it is written there.
  name text not null,
  count integer not null,
  part integer not null,
  primary key (upload_id, noun, record_id)
);
create index upload_mention_record_idx on upload_mention (noun, record_id, upload_id);

-- Files on their way in. The bytes lie in the data folder under the same id.
create table transfer (
  id text primary key,
  owner bigint not null references "user" (id) on delete cascade,
  file_name text not null,
  size bigint not null,
  -- What the client said of the file: a NewUpload.
  about jsonb not null,
  -- The record it became; the row stays a while, for a client that missed the answer.
  upload_id bigint references upload (id) on delete cascade,
  -- Who writes, and until when nobody else does.
  holder text,
  held_until timestamptz(3),
  created_at timestamptz(3) not null,
  touched_at timestamptz(3) not null
);
create index transfer_owner_idx on transfer (owner);
create index transfer_touched_at_idx on transfer (touched_at);
create index transfer_upload_idx on transfer (upload_id) where upload_id is not null;

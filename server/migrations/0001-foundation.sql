-- Names are searched by fragments of any script: trigrams for three characters and more, single characters and
-- pairs of Han, kana and hangul for the short fragments that trigrams cannot serve.
create extension if not exists pg_trgm;

create type user_role as enum ('admin', 'super_editor', 'editor', 'super_reader', 'reader', 'uploader', 'device');
create type user_status as enum ('active', 'disabled');
-- Order is gravity: sorting by it puts the gravest first.
create type danger_level as enum ('受制裁', '一类', '二类', '中性', '待定');

create table "user" (
  id bigint generated always as identity primary key,
  rev integer not null default 1,
  username text not null,
  password_hash text not null,
  name text not null default '',
  avatar text,
  "desc" text not null default '',
  email text not null default '',
  phone text not null default '',
  role user_role not null,
  status user_status not null default 'active',
  setting jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3)
);
create unique index user_username_key on "user" (lower(username));

create table session (
  id bigint generated always as identity primary key,
  -- SHA-256 of the token; the token itself is kept nowhere.
  token_hash bytea not null unique,
  user_id bigint not null references "user" (id) on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  address text not null,
  user_agent text not null
);
create index session_user_id_idx on session (user_id);

-- Sign-ins tried, by name and by address; unlogged, for a crash may forget them.
create unlogged table login_attempt (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
);

create table og_cate (
  id bigint generated always as identity primary key,
  rev integer not null default 1,
  name text not null,
  is_demo boolean not null default false,
  owner bigint references "user" (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create unique index og_cate_name_key on og_cate (lower(normalize(name, NFKC))) where deleted_at is null;

-- The text that fragments are looked for in: compatibility forms folded, lower case.
-- array_to_string is only stable because of types whose output depends on settings; text's does not.
create function text_of(parts text[]) returns text
  language sql immutable parallel safe
as $$ select array_to_string(parts, ' ') $$;

-- The text that fragments are looked for in: compatibility forms folded, lower case, punctuation as blanks, and a
-- blank before the first word, so that ' x' finds every word that begins with x.
create function search_key(variadic parts text[]) returns text
  language sql immutable parallel safe
as $$
  select ' ' || translate(lower(normalize(text_of(parts), NFKC)), E'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', repeat(' ', 32))
$$;

-- Single characters and adjacent pairs of all that is not ASCII: Han, kana, hangul, Cyrillic and the rest.
-- Trigrams know such letters only under some locales, and need three of them.
create function wide_grams(key text) returns text[]
  language sql immutable parallel safe
as $$
  select case when key ~ '[^\x01-\x7f]' then (
    select coalesce(array_agg(distinct gram), '{}')
    from (select c, lead(c) over () as d from unnest(string_to_array(key, null)) as chars (c)) as pair
    cross join lateral (values (c, true), (c || d, d > E'\x7f')) as g (gram, is_wide)
    where is_wide and c > E'\x7f'
  ) else '{}'::text[] end
$$;

create table og (
  id bigint generated always as identity primary key,
  rev integer not null default 1,
  name text not null,
  eng_name text,
  aliases text[] not null default '{}',
  icon text,
  "desc" text,
  category_id bigint references og_cate (id) on delete set null,
  host text,
  entrances text[] not null default '{}',
  version integer not null default 0,
  new_version integer not null default 0,
  version_keep integer not null default 0,
  forbidden_rules text[] not null default '{}',
  twitter text,
  facebook text,
  youtube text,
  register_time text,
  scale text,
  weight smallint not null default 0 check (weight between 0 and 100),
  region text check (region ~ '^[A-Z]{2}$'),
  danger_level danger_level not null default '待定',
  external_id text,
  is_demo boolean not null default false,
  owner bigint references "user" (id) on delete set null,
  read_user bigint[] not null default '{}',
  write_user bigint[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  name_key text not null generated always as (
    search_key(name, coalesce(eng_name, ''), text_of(aliases), coalesce(host, ''), coalesce(external_id, ''))
  ) stored,
  name_grams text[] not null generated always as (
    wide_grams(search_key(name, coalesce(eng_name, ''), text_of(aliases)))
  ) stored
);

create index og_updated_at_idx on og (updated_at desc, id desc) where deleted_at is null;
create index og_created_at_idx on og (created_at desc, id desc) where deleted_at is null;
create index og_name_idx on og (name, id) where deleted_at is null;
create index og_weight_idx on og (weight desc, id desc) where deleted_at is null;
create index og_danger_level_idx on og (danger_level, id) where deleted_at is null;
create index og_category_id_idx on og (category_id, updated_at desc, id desc) where deleted_at is null;
create index og_region_idx on og (region, updated_at desc, id desc) where deleted_at is null;
create index og_host_idx on og (host) where deleted_at is null and host is not null;
create index og_external_id_idx on og (external_id) where deleted_at is null and external_id is not null;
create index og_owner_idx on og (owner);
create index og_deleted_at_idx on og (deleted_at) where deleted_at is not null;
create index og_is_demo_idx on og (id) where is_demo;
-- No pending list: a search must not pay for the writes before it.
create index og_name_key_idx on og using gin (name_key gin_trgm_ops) with (fastupdate = off);
create index og_name_grams_idx on og using gin (name_grams) with (fastupdate = off);

-- Every act on every record, field by field. It only grows.
create table history (
  id bigint generated always as identity primary key,
  noun text not null,
  record_id bigint not null,
  rev integer not null,
  act text not null check (act in ('create', 'update', 'delete', 'restore')),
  -- No foreign key: history outlives users; the name is kept as it was.
  user_id bigint,
  username text,
  at timestamptz not null,
  req_id text not null,
  address text not null,
  changes jsonb not null
);
create index history_record_idx on history (noun, record_id, id desc);

create table view (
  id bigint generated always as identity primary key,
  rev integer not null default 1,
  noun text not null,
  name text not null,
  scope text not null check (scope in ('private', 'role', 'shared')),
  roles user_role[] not null default '{}',
  state jsonb not null,
  owner bigint references "user" (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index view_name_key on view (owner, noun, lower(name));
create index view_noun_idx on view (noun);

create table import (
  id bigint generated always as identity primary key,
  noun text not null,
  state text not null,
  file_name text not null,
  file_key text not null,
  size bigint not null,
  format text,
  encoding text,
  separator text,
  columns text[] not null default '{}',
  sample jsonb not null default '[]',
  plan jsonb not null,
  plan_remembered boolean not null default false,
  row_count integer not null default 0,
  progress integer not null default 0,
  written integer not null default 0,
  counts jsonb not null default '{"new":0,"changed":0,"unchanged":0,"wrong":0}',
  error text,
  locale text not null,
  owner bigint references "user" (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index import_owner_idx on import (owner, id desc);

create table import_row (
  import_id bigint not null references import (id) on delete cascade,
  n integer not null,
  cells text[] not null,
  verdict text,
  faults jsonb not null default '[]',
  changes jsonb not null default '[]',
  -- The record that the row matched, then the one that it wrote.
  record_id bigint,
  is_written boolean not null default false,
  primary key (import_id, n)
);
create index import_row_verdict_idx on import_row (import_id, verdict, n);

-- The plan last used for files of the same columns, per user and noun.
create table import_plan (
  owner bigint not null references "user" (id) on delete cascade,
  noun text not null,
  columns_key text not null,
  plan jsonb not null,
  updated_at timestamptz(3) not null default now(),
  primary key (owner, noun, columns_key)
);

create table export (
  id bigint generated always as identity primary key,
  noun text not null,
  format text not null,
  state text not null,
  file_name text not null,
  file_key text,
  columns text[] not null,
  query jsonb not null,
  row_count integer not null default 0,
  progress integer not null default 0,
  size bigint,
  error text,
  locale text not null,
  owner bigint not null references "user" (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index export_owner_idx on export (owner, id desc);

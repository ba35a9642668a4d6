-- Names this installation in the ids of what it exports, so that it knows its own records when they come back.
create table installation (
  id text not null,
  is_only boolean primary key default true check (is_only)
);
insert into installation (id) values (substr(md5(gen_random_uuid()::text), 1, 8));

create table interchange (
  id bigint generated always as identity primary key,
  direction text not null check (direction in ('export', 'import')),
  state text not null,
  -- Each step's job carries the number; one of an older step writes nothing any more.
  step integer not null default 1,
  format text,
  file_name text not null,
  file_key text,
  size bigint,
  kinds text[] not null default '{}',
  -- Of an export: the records asked for, by kind; a kind without a list goes whole.
  ids jsonb not null default '{}',
  -- Of an import: access of the records it creates.
  read_user bigint[] not null default '{}',
  write_user bigint[] not null default '{}',
  counts jsonb not null default '[]',
  progress integer not null default 0,
  total integer,
  written integer not null default 0,
  not_carried jsonb not null default '[]',
  creates text[] not null default '{}',
  error text,
  locale text not null,
  owner bigint not null references "user" (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index interchange_owner_idx on interchange (owner, id desc);

-- Entities of an import's file as they would be written; `key` is what links within the file name them by.
create table interchange_row (
  interchange_id bigint not null references interchange (id) on delete cascade,
  n integer not null,
  kind text,
  key text,
  own_id bigint,
  ids text[] not null default '{}',
  name text not null default '',
  "values" jsonb not null default '{}',
  ends jsonb not null default '{}',
  verdict text,
  faults jsonb not null default '[]',
  changes jsonb not null default '[]',
  -- The record that the entity is, or became.
  record_id bigint,
  is_written boolean not null default false,
  primary key (interchange_id, n)
);
create index interchange_row_key_idx on interchange_row (interchange_id, key);
create index interchange_row_work_idx on interchange_row (interchange_id, kind, n);
create index interchange_row_verdict_idx on interchange_row (interchange_id, verdict, n);

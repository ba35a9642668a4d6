-- Lists that parties are screened against. Entries are kept by version: a row holds from `since` until before `until`, so
-- that an older version can be read whole, and what a new one brought is one question.
create table list (
  id bigint generated always as identity primary key,
  rev integer not null default 1,
  name text not null,
  source_id bigint references source on delete set null,
  address text,
  every text not null default 'never' check (every in ('never', 'day', 'week')),
  due_at timestamptz(3),
  version integer,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
comment on table list is 'A list that parties are screened against; version is the number of the one that holds';
create unique index list_name_key on list (lower(normalize(name, NFKC)));
create index list_source_idx on list (source_id);
create index list_due_idx on list (due_at) where due_at is not null;

create table list_version (
  id bigint generated always as identity primary key,
  list_id bigint not null references list on delete cascade,
  n integer not null,
  state text not null check (state in ('loading', 'held', 'done', 'same', 'failed', 'cancelled')),
  step integer not null default 0,
  is_confirmed boolean not null default false,
  file_name text not null,
  file_key text,
  address text,
  size bigint,
  sha256 text,
  format text,
  read integer not null default 0,
  entries integer not null default 0,
  added integer not null default 0,
  changed integer not null default 0,
  removed integer not null default 0,
  left_out integer not null default 0,
  fault jsonb,
  owner bigint,
  started_at timestamptz(3) not null,
  touched_at timestamptz(3) not null,
  ended_at timestamptz(3),
  unique (list_id, n)
);
comment on table list_version is 'One loading of a list: a version if it is done';
create unique index list_version_open_key on list_version (list_id) where state in ('loading', 'held');

create table list_entry (
  id bigint generated always as identity primary key,
  list_id bigint not null references list on delete cascade,
  key text not null,
  since integer not null,
  until integer,
  schema text not null,
  caption text not null,
  properties jsonb not null
);
comment on table list_entry is 'An entry of a list as it was in the versions from since until before until';
create unique index list_entry_key on list_entry (list_id, key) where until is null;
create index list_entry_since_idx on list_entry (list_id, since);
create index list_entry_until_idx on list_entry (list_id, until) where until is not null;

create table list_staged (
  version_id bigint not null references list_version on delete cascade,
  key text not null,
  holder text,
  schema text not null,
  caption text not null,
  properties jsonb not null,
  primary key (version_id, key)
);
comment on table list_staged is 'Entries of a version that is being loaded, and documents of their holders; nobody is screened against them yet';

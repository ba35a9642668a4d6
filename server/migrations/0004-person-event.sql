-- Merged records stand behind the record they became part of; the trash does not show nor purge them.
alter table og add column merged_into bigint references og (id) on delete set null;
alter table history drop constraint history_act_check;
alter table history add constraint history_act_check
  check (act in ('create', 'update', 'delete', 'restore', 'merge', 'unmerge'));

create table person (
  id bigint generated always as identity primary key,
  rev integer not null default 1,
  name text not null,
  aliases text[] not null default '{}',
  icon text,
  birth_time text,
  "desc" text,
  desc_sum text,
  position text,
  work_state text,
  education jsonb not null default '[]',
  region text check (region ~ '^[A-Z]{2}$'),
  score smallint not null default 0 check (score between 0 and 100),
  labels text[] not null default '{}',
  website text,
  wiki text,
  twitter text,
  facebook text,
  phone_number text,
  mail text,
  og_names text[] not null default '{}',
  is_focus boolean not null default false,
  external_id text,
  is_demo boolean not null default false,
  owner bigint references "user" (id) on delete set null,
  read_user bigint[] not null default '{}',
  write_user bigint[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  merged_into bigint references person (id) on delete set null,
  name_key text not null generated always as (
    search_key(name, text_of(aliases), coalesce(external_id, ''))
  ) stored,
  name_grams text[] not null generated always as (wide_grams(search_key(name, text_of(aliases)))) stored
);

create index person_is_focus_idx on person (is_focus desc, updated_at desc, id desc) where deleted_at is null;
create index person_updated_at_idx on person (updated_at desc, id desc) where deleted_at is null;
create index person_created_at_idx on person (created_at desc, id desc) where deleted_at is null;
create index person_name_idx on person (name, id) where deleted_at is null;
create index person_score_idx on person (score desc, id desc) where deleted_at is null;
create index person_region_idx on person (region, updated_at desc, id desc) where deleted_at is null;
create index person_external_id_idx on person (external_id) where deleted_at is null and external_id is not null;
create index person_name_match_idx on person (lower(normalize(name, NFKC))) where deleted_at is null;
create index person_owner_idx on person (owner);
create index person_deleted_at_idx on person (deleted_at) where deleted_at is not null;
create index person_is_demo_idx on person (id) where is_demo;
create index person_labels_idx on person using gin (labels) where labels <> '{}';
create index person_og_names_idx on person using gin (og_names) where og_names <> '{}';
create index person_name_key_idx on person using gin (name_key gin_trgm_ops) with (fastupdate = off);
create index person_name_grams_idx on person using gin (name_grams) with (fastupdate = off);

create table membership (
  id bigint generated always as identity primary key,
  person_id bigint not null references person (id) on delete cascade,
  og_id bigint not null references og (id) on delete cascade,
  role text,
  start_time text,
  end_time text
);
create unique index membership_person_key on membership (person_id, og_id, coalesce(role, ''), coalesce(start_time, ''));
create index membership_og_idx on membership (og_id, person_id);

-- Kept once: `type` is what `to` is to `from`. Of a pair of inverse types only the one that comes first in the
-- alphabet is kept, mutual ones with the smaller id first, so that no relation is there twice.
create table relation (
  id bigint generated always as identity primary key,
  from_id bigint not null references person (id) on delete cascade,
  to_id bigint not null references person (id) on delete cascade,
  type text not null,
  "desc" text,
  start_time text,
  end_time text,
  check (from_id <> to_id)
);
create unique index relation_key on relation (from_id, to_id, type, coalesce(start_time, ''));
create index relation_to_idx on relation (to_id, from_id);

-- First instant of a partial date or instant, and the first instant after it. A zone is named, so nothing depends on
-- the session's.
create function time_from(t text) returns timestamptz
  language sql immutable parallel safe
as $$
  select case
    when t is null then null
    when length(t) = 4 then make_timestamptz(t::int, 1, 1, 0, 0, 0, 'UTC')
    when length(t) = 7 then make_timestamptz(left(t, 4)::int, substr(t, 6, 2)::int, 1, 0, 0, 0, 'UTC')
    when length(t) = 10 then
      make_timestamptz(left(t, 4)::int, substr(t, 6, 2)::int, substr(t, 9, 2)::int, 0, 0, 0, 'UTC')
    else make_timestamptz(left(t, 4)::int, substr(t, 6, 2)::int, substr(t, 9, 2)::int, substr(t, 12, 2)::int,
      substr(t, 15, 2)::int, coalesce(substring(t from 'T\d\d:\d\d:([\d.]+)'), '0')::double precision, 'UTC')
  end
$$;
create function time_to(t text) returns timestamptz
  language sql immutable parallel safe
as $$
  select case
    when t is null then null
    when length(t) = 4 then make_timestamptz(t::int + 1, 1, 1, 0, 0, 0, 'UTC')
    when length(t) = 7 then
      make_timestamptz(left(t, 4)::int + substr(t, 6, 2)::int / 12, substr(t, 6, 2)::int % 12 + 1, 1, 0, 0, 0, 'UTC')
    when length(t) = 10 then
      make_timestamptz(left(t, 4)::int, substr(t, 6, 2)::int, substr(t, 9, 2)::int, 0, 0, 0, 'UTC') + interval '86400 s'
    else time_from(t)
  end
$$;
-- The time an event covers, half-open; without an end, what its beginning covers; an instant covers itself alone.
create function span_of(start_time text, end_time text) returns tstzrange
  language sql immutable parallel safe
as $$
  select case when start_time is null then null else tstzrange(
    time_from(start_time),
    greatest(time_to(start_time), time_to(end_time), time_from(start_time) + interval '1 ms')
  ) end
$$;

-- Where an event stands in a list by time: those without a time before all others.
create function place_in_time(start_time text) returns timestamptz
  language sql immutable parallel safe
as $$ select coalesce(time_from(start_time), make_timestamptz(1, 1, 1, 0, 0, 0, 'UTC')) $$;

create type event_status as enum ('draft', 'confirmed', 'dismissed');

create table event (
  id bigint generated always as identity primary key,
  rev integer not null default 1,
  title text not null,
  "desc" text,
  category text,
  level smallint not null default 3 check (level between 1 and 5),
  start_time text,
  end_time text,
  region text check (region ~ '^[A-Z]{2}$'),
  address text,
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  labels text[] not null default '{}',
  source_url text,
  status event_status not null default 'draft',
  external_id text,
  is_demo boolean not null default false,
  owner bigint references "user" (id) on delete set null,
  read_user bigint[] not null default '{}',
  write_user bigint[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  merged_into bigint references event (id) on delete set null,
  span tstzrange generated always as (span_of(start_time, end_time)) stored,
  start_at timestamptz not null generated always as (place_in_time(start_time)) stored,
  name_key text not null generated always as (
    search_key(title, coalesce(address, ''), coalesce(category, ''), coalesce(external_id, ''))
  ) stored,
  name_grams text[] not null generated always as (
    wide_grams(search_key(title, coalesce(address, ''), coalesce(category, '')))
  ) stored,
  check ((lat is null) = (lng is null))
);

create index event_updated_at_idx on event (updated_at desc, id desc) where deleted_at is null;
create index event_created_at_idx on event (created_at desc, id desc) where deleted_at is null;
create index event_start_at_idx on event (start_at desc, id desc) where deleted_at is null;
create index event_title_idx on event (title, id) where deleted_at is null;
create index event_level_idx on event (level desc, id desc) where deleted_at is null;
create index event_span_idx on event using gist (span) where deleted_at is null;
create index event_region_idx on event (region, start_at desc, id desc) where deleted_at is null;
create index event_category_idx on event (category, start_at desc, id desc) where deleted_at is null;
create index event_status_idx on event (status, updated_at desc, id desc) where deleted_at is null;
create index event_place_idx on event (lat, lng) where deleted_at is null and lat is not null;
create index event_external_id_idx on event (external_id) where deleted_at is null and external_id is not null;
create index event_title_match_idx on event (lower(normalize(title, NFKC))) where deleted_at is null;
create index event_owner_idx on event (owner);
create index event_deleted_at_idx on event (deleted_at) where deleted_at is not null;
create index event_is_demo_idx on event (id) where is_demo;
create index event_labels_idx on event using gin (labels) where labels <> '{}';
create index event_name_key_idx on event using gin (name_key gin_trgm_ops) with (fastupdate = off);
create index event_name_grams_idx on event using gin (name_grams) with (fastupdate = off);

create table event_og (
  event_id bigint not null references event (id) on delete cascade,
  og_id bigint not null references og (id) on delete cascade,
  primary key (event_id, og_id)
);
create index event_og_og_idx on event_og (og_id, event_id);
create table event_person (
  event_id bigint not null references event (id) on delete cascade,
  person_id bigint not null references person (id) on delete cascade,
  primary key (event_id, person_id)
);
create index event_person_person_idx on event_person (person_id, event_id);

create table event_feed (
  id bigint generated always as identity primary key,
  user_id bigint not null references "user" (id) on delete cascade,
  name text not null,
  search text not null,
  -- SHA-256 of the token; the token itself is kept nowhere.
  token_hash bytea not null unique,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index event_feed_user_id_idx on event_feed (user_id);

create table timeline_note (
  id bigint generated always as identity primary key,
  rev integer not null default 1,
  og_id bigint references og (id) on delete cascade,
  person_id bigint references person (id) on delete cascade,
  at text not null,
  text text not null,
  owner bigint references "user" (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (og_id is null or person_id is null)
);
create index timeline_note_og_idx on timeline_note (og_id) where og_id is not null;
create index timeline_note_person_idx on timeline_note (person_id) where person_id is not null;
create index timeline_note_owner_idx on timeline_note (owner);

-- Keys under which records that may be the same meet; written by the search for duplicates, read by it alone.
create table duplicate_key (
  noun text not null,
  record_id bigint not null,
  key text not null,
  primary key (noun, record_id, key)
);
create index duplicate_key_key_idx on duplicate_key (noun, key, record_id);
create table duplicate_run (
  noun text primary key,
  -- Records changed up to here, and of these up to this id, have been looked at.
  checked_at timestamptz(3),
  checked_id bigint not null default 0,
  is_running boolean not null default false,
  updated_at timestamptz(3) not null default now()
);
create table duplicate (
  id bigint generated always as identity primary key,
  noun text not null,
  a_id bigint not null,
  b_id bigint not null,
  score smallint not null,
  reasons jsonb not null,
  state text not null default 'open' check (state in ('open', 'same', 'different', 'unsure')),
  decided_by bigint references "user" (id) on delete set null,
  decided_at timestamptz(3),
  note text,
  created_at timestamptz(3) not null default now(),
  check (a_id < b_id),
  unique (noun, a_id, b_id)
);
create index duplicate_state_idx on duplicate (noun, state, score desc, id);
create index duplicate_b_idx on duplicate (noun, b_id);

create table merge (
  id bigint generated always as identity primary key,
  noun text not null,
  target_id bigint not null,
  source_ids bigint[] not null,
  -- Everything that undoing needs: values before, links moved and dropped.
  undo jsonb not null,
  user_id bigint references "user" (id) on delete set null,
  at timestamptz(3) not null default now(),
  undone_at timestamptz(3)
);
create index merge_target_idx on merge (noun, target_id);
create index merge_sources_idx on merge using gin (source_ids);

-- What everyone may read, for counting without touching the records; restricted ones apart, by who may.
create index og_open_count_idx on og (region, danger_level) where deleted_at is null and read_user = '{}';
create index og_restricted_idx on og (id) where deleted_at is null and read_user <> '{}';
create index person_open_count_idx on person (is_focus) where deleted_at is null and read_user = '{}';
create index person_restricted_idx on person (id) where deleted_at is null and read_user <> '{}';
create index event_restricted_idx on event (id) where deleted_at is null and read_user <> '{}';

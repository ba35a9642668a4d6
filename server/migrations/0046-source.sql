-- Who says so: registers, lists, sites, files, persons. Its access lists hide its name, never the fact that it supports.
create table source (
  id bigint generated always as identity primary key,
  rev integer not null default 1,
  name text not null,
  kind text not null default 'document' check (kind in ('register', 'list', 'site', 'document', 'person', 'file', 'own')),
  reliability text not null default 'F' check (reliability in ('A', 'B', 'C', 'D', 'E', 'F')),
  priority smallint not null default 50 check (priority between 0 and 100),
  origin_id bigint references source on delete set null,
  url text,
  licence text,
  note text,
  withdrawn_at timestamptz(3),
  withdrawn_reason text,
  is_demo boolean not null default false,
  owner bigint references "user" on delete set null,
  read_user bigint[] not null default '{}',
  write_user bigint[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  name_key text not null generated always as (search_key(name, coalesce(url, ''))) stored,
  name_grams text[] not null generated always as (wide_grams(search_key(name))) stored,
  constraint source_origin_check check (origin_id <> id)
);
comment on table source is 'Who says so: a register, list, site, document, person or file, and how reliable it is';
create index source_name_idx on source (name, id) where deleted_at is null;
create index source_updated_at_idx on source (updated_at desc, id desc) where deleted_at is null;
create index source_created_at_idx on source (created_at desc, id desc) where deleted_at is null;
create index source_kind_idx on source (kind, updated_at desc, id desc) where deleted_at is null;
create index source_name_match_idx on source (lower(normalize(name, NFKC))) where deleted_at is null;
create index source_origin_id_idx on source (origin_id) where origin_id is not null;
create index source_owner_idx on source (owner);
create index source_deleted_at_idx on source (deleted_at) where deleted_at is not null;
create index source_is_demo_idx on source (id) where is_demo;
create index source_name_key_idx on source using gin (name_key gin_trgm_ops) with (fastupdate = off);
create index source_name_grams_idx on source using gin (name_grams) with (fastupdate = off);
create trigger source_search_insert after insert on source referencing new table as fresh
  for each statement execute function search_after_insert();
create trigger source_search_update after update on source referencing old table as former new table as fresh
  for each statement execute function search_after_update();
create trigger source_search_delete after delete on source referencing old table as former
  for each statement execute function search_after_delete();

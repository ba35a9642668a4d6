-- Generated from the migrations by npm run db:generate.

create type danger_level as enum ('受制裁', '一类', '二类', '中性', '待定');
create type user_role as enum ('admin', 'super_editor', 'editor', 'super_reader', 'reader', 'uploader', 'device');
create type user_status as enum ('active', 'disabled');

CREATE OR REPLACE FUNCTION public.search_key(VARIADIC parts text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select ' ' || translate(lower(normalize(text_of(parts), NFKC)), E'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', repeat(' ', 32))
$function$
;
CREATE OR REPLACE FUNCTION public.text_of(parts text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select array_to_string(parts, ' ') $function$
;
CREATE OR REPLACE FUNCTION public.wide_grams(key text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when key ~ '[^\x01-\x7f]' then (
    select coalesce(array_agg(distinct gram), '{}')
    from (select c, lead(c) over () as d from unnest(string_to_array(key, null)) as chars (c)) as pair
    cross join lateral (values (c, true), (c || d, d > E'\x7f')) as g (gram, is_wide)
    where is_wide and c > E'\x7f'
  ) else '{}'::text[] end
$function$
;

create table export (
  id bigint not null generated always as identity,
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
  owner bigint not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now()
);
create table history (
  id bigint not null generated always as identity,
  noun text not null,
  record_id bigint not null,
  rev integer not null,
  act text not null,
  user_id bigint,
  username text,
  at timestamp with time zone not null,
  req_id text not null,
  address text not null,
  changes jsonb not null
);
create table import (
  id bigint not null generated always as identity,
  noun text not null,
  state text not null,
  file_name text not null,
  file_key text not null,
  size bigint not null,
  format text,
  encoding text,
  separator text,
  columns text[] not null default '{}'::text[],
  sample jsonb not null default '[]'::jsonb,
  plan jsonb not null,
  plan_remembered boolean not null default false,
  row_count integer not null default 0,
  progress integer not null default 0,
  written integer not null default 0,
  counts jsonb not null default '{"new": 0, "wrong": 0, "changed": 0, "unchanged": 0}'::jsonb,
  error text,
  locale text not null,
  owner bigint,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  step integer not null default 0,
  creates jsonb not null default '[]'::jsonb
);
create table import_plan (
  owner bigint not null,
  noun text not null,
  columns_key text not null,
  plan jsonb not null,
  updated_at timestamp(3) with time zone not null default now()
);
create table import_row (
  import_id bigint not null,
  n integer not null,
  cells text[] not null,
  verdict text,
  faults jsonb not null default '[]'::jsonb,
  changes jsonb not null default '[]'::jsonb,
  record_id bigint,
  is_written boolean not null default false
);
create table login_attempt (
  key text not null,
  count integer not null,
  ends_at timestamp with time zone not null
);
create table migration (
  name text not null,
  applied_at timestamp with time zone not null default now()
);
create table og (
  id bigint not null generated always as identity,
  rev integer not null default 1,
  name text not null,
  eng_name text,
  aliases text[] not null default '{}'::text[],
  icon text,
  "desc" text,
  category_id bigint,
  host text,
  entrances text[] not null default '{}'::text[],
  version integer not null default 0,
  new_version integer not null default 0,
  version_keep integer not null default 0,
  forbidden_rules text[] not null default '{}'::text[],
  twitter text,
  facebook text,
  youtube text,
  register_time text,
  scale text,
  weight smallint not null default 0,
  region text,
  danger_level danger_level not null default '待定'::danger_level,
  external_id text,
  is_demo boolean not null default false,
  owner bigint,
  read_user bigint[] not null default '{}'::bigint[],
  write_user bigint[] not null default '{}'::bigint[],
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  name_key text not null generated always as (search_key(VARIADIC ARRAY[name, COALESCE(eng_name, ''::text), text_of(aliases), COALESCE(host, ''::text), COALESCE(external_id, ''::text)])) stored,
  name_grams text[] not null generated always as (wide_grams(search_key(VARIADIC ARRAY[name, COALESCE(eng_name, ''::text), text_of(aliases)]))) stored
);
create table og_cate (
  id bigint not null generated always as identity,
  rev integer not null default 1,
  name text not null,
  is_demo boolean not null default false,
  owner bigint,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone
);
create table session (
  id bigint not null generated always as identity,
  token_hash bytea not null,
  user_id bigint not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  address text not null,
  user_agent text not null
);
create table "user" (
  id bigint not null generated always as identity,
  rev integer not null default 1,
  username text not null,
  password_hash text not null,
  name text not null default ''::text,
  avatar text,
  "desc" text not null default ''::text,
  email text not null default ''::text,
  phone text not null default ''::text,
  role user_role not null,
  status user_status not null default 'active'::user_status,
  setting jsonb not null default '{}'::jsonb,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  last_seen_at timestamp(3) with time zone
);
create table view (
  id bigint not null generated always as identity,
  rev integer not null default 1,
  noun text not null,
  name text not null,
  scope text not null,
  roles user_role[] not null default '{}'::user_role[],
  state jsonb not null,
  owner bigint,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now()
);

alter table "user" add constraint user_pkey PRIMARY KEY (id);
alter table export add constraint export_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE CASCADE;
alter table export add constraint export_pkey PRIMARY KEY (id);
alter table history add constraint history_act_check CHECK ((act = ANY (ARRAY['create'::text, 'update'::text, 'delete'::text, 'restore'::text])));
alter table history add constraint history_pkey PRIMARY KEY (id);
alter table import add constraint import_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE CASCADE;
alter table import add constraint import_pkey PRIMARY KEY (id);
alter table import_plan add constraint import_plan_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE CASCADE;
alter table import_plan add constraint import_plan_pkey PRIMARY KEY (owner, noun, columns_key);
alter table import_row add constraint import_row_import_id_fkey FOREIGN KEY (import_id) REFERENCES import(id) ON DELETE CASCADE;
alter table import_row add constraint import_row_pkey PRIMARY KEY (import_id, n);
alter table login_attempt add constraint login_attempt_pkey PRIMARY KEY (key);
alter table migration add constraint migration_pkey PRIMARY KEY (name);
alter table og add constraint og_category_id_fkey FOREIGN KEY (category_id) REFERENCES og_cate(id) ON DELETE SET NULL;
alter table og add constraint og_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE SET NULL;
alter table og add constraint og_pkey PRIMARY KEY (id);
alter table og add constraint og_region_check CHECK ((region ~ '^[A-Z]{2}$'::text));
alter table og add constraint og_weight_check CHECK (((weight >= 0) AND (weight <= 100)));
alter table og_cate add constraint og_cate_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE SET NULL;
alter table og_cate add constraint og_cate_pkey PRIMARY KEY (id);
alter table session add constraint session_pkey PRIMARY KEY (id);
alter table session add constraint session_token_hash_key UNIQUE (token_hash);
alter table session add constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE;
alter table view add constraint view_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE CASCADE;
alter table view add constraint view_pkey PRIMARY KEY (id);
alter table view add constraint view_scope_check CHECK ((scope = ANY (ARRAY['private'::text, 'role'::text, 'shared'::text])));

CREATE INDEX export_owner_idx ON public.export USING btree (owner, id DESC);
CREATE INDEX history_record_idx ON public.history USING btree (noun, record_id, id DESC);
CREATE INDEX import_owner_idx ON public.import USING btree (owner, id DESC);
CREATE INDEX import_row_verdict_idx ON public.import_row USING btree (import_id, verdict, n);
CREATE INDEX og_category_id_idx ON public.og USING btree (category_id, updated_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX og_created_at_idx ON public.og USING btree (created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX og_danger_level_idx ON public.og USING btree (danger_level, id) WHERE (deleted_at IS NULL);
CREATE INDEX og_deleted_at_idx ON public.og USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX og_external_id_idx ON public.og USING btree (external_id) WHERE ((deleted_at IS NULL) AND (external_id IS NOT NULL));
CREATE INDEX og_host_idx ON public.og USING btree (host) WHERE ((deleted_at IS NULL) AND (host IS NOT NULL));
CREATE INDEX og_is_demo_idx ON public.og USING btree (id) WHERE is_demo;
CREATE INDEX og_name_grams_idx ON public.og USING gin (name_grams) WITH (fastupdate=off);
CREATE INDEX og_name_idx ON public.og USING btree (name, id) WHERE (deleted_at IS NULL);
CREATE INDEX og_name_key_idx ON public.og USING gin (name_key gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX og_name_match_idx ON public.og USING btree (lower(NORMALIZE(name, NFKC))) WHERE (deleted_at IS NULL);
CREATE INDEX og_owner_idx ON public.og USING btree (owner);
CREATE INDEX og_region_idx ON public.og USING btree (region, updated_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX og_updated_at_idx ON public.og USING btree (updated_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX og_weight_idx ON public.og USING btree (weight DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX og_cate_name_key ON public.og_cate USING btree (lower(NORMALIZE(name, NFKC))) WHERE (deleted_at IS NULL);
CREATE INDEX session_user_id_idx ON public.session USING btree (user_id);
CREATE UNIQUE INDEX user_username_key ON public."user" USING btree (lower(username));
CREATE UNIQUE INDEX view_name_key ON public.view USING btree (owner, noun, lower(name));
CREATE INDEX view_noun_idx ON public.view USING btree (noun);

-- Fields that the team defines itself. Their values stand with the record, by key (f and the field's id), so that access,
-- history, trash and search of the record hold for them too.
create table custom_field (
  id bigint generated always as identity primary key,
  rev integer not null default 1,
  noun text not null,
  name text not null,
  eng_name text,
  kind text not null check (kind in ('text', 'number', 'date', 'choice', 'boolean')),
  choices text[] not null default '{}',
  place smallint not null default 0,
  retired_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
comment on table custom_field is 'A field of a noun that the team has defined';
create unique index custom_field_name_key on custom_field (noun, lower(normalize(name, NFKC)));
alter table og add column custom jsonb not null default '{}';
alter table person add column custom jsonb not null default '{}';
alter table event add column custom jsonb not null default '{}';
create index og_custom_idx on og using gin (custom jsonb_path_ops) where custom <> '{}';
create index person_custom_idx on person using gin (custom jsonb_path_ops) where custom <> '{}';
create index event_custom_idx on event using gin (custom jsonb_path_ops) where custom <> '{}';

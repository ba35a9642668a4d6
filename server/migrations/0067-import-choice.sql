-- Values of a file that differ from what a person has decided or another source states, and what is decided of each.
create table import_choice (
  id bigint generated always as identity primary key,
  import_id bigint references import on delete cascade,
  interchange_id bigint references interchange on delete cascade,
  -- The dry run that found it.
  step integer not null,
  n integer not null,
  noun text not null,
  record_id bigint not null,
  field text not null,
  shown jsonb,
  shown_key text,
  value jsonb not null,
  value_key text not null,
  by_kind text not null check (by_kind in ('person', 'source')),
  by_user bigint references "user" on delete set null,
  by_source bigint references source on delete set null,
  by_at timestamptz(3),
  -- What becomes of it where nobody decides, and by the rule of the value shown alone.
  is_taken boolean not null,
  is_ruled boolean not null,
  choice text check (choice in ('take', 'keep')),
  decided_at timestamptz(3),
  constraint import_choice_of_check check ((import_id is null) <> (interchange_id is null)),
  constraint import_choice_once unique nulls not distinct (import_id, interchange_id, noun, record_id, field)
);
comment on table import_choice is 'A value of a file that differs from what others say, and what is decided of it';
create index import_choice_import_idx on import_choice (import_id, n, id) where import_id is not null;
create index import_choice_interchange_idx on import_choice (interchange_id, n, id) where interchange_id is not null;
create index import_choice_by_user_idx on import_choice (by_user) where by_user is not null;
create index import_choice_by_source_idx on import_choice (by_source) where by_source is not null;
create index import_choice_record_idx on import_choice (noun, record_id);

-- Who of our records may be on a list, and what people said of it. A pair of a record and an entry is one row for as long as
-- the list is there: what was decided of it outlives new versions of the list and merges of the record.
create table screening (
  id bigint generated always as identity primary key,
  rev integer not null default 1,
  list_id bigint not null references list on delete cascade,
  entry_key text not null,
  entry_id bigint not null references list_entry on delete cascade,
  noun text not null check (noun in ('og', 'person')),
  record_id bigint not null,
  score real not null,
  features jsonb not null,
  party jsonb not null,
  entry_party jsonb not null,
  state text not null default 'open' check (state in ('open', 'same', 'different', 'unsure', 'proposed')),
  reason text,
  note text,
  decided_by bigint references "user" on delete set null,
  decided_at timestamptz(3),
  decided_party jsonb,
  decided_entry jsonb,
  reopened text[] not null default '{}',
  is_gone boolean not null default false,
  seen integer not null,
  found_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (list_id, entry_key, noun, record_id)
);
comment on table screening is 'A record that may be an entry of a list, and what was decided of the pair';
create index screening_record_idx on screening (noun, record_id);
create index screening_state_idx on screening (state, score desc, id);
create index screening_entry_idx on screening (entry_id);
create index screening_decided_by_idx on screening (decided_by);

create table screened_list (
  list_id bigint primary key references list on delete cascade,
  version integer,
  cursor jsonb
);
comment on table screened_list is 'How far records are compared with a list: up to which version, and within the next one up to which record';

create table screening_queue (
  id bigint generated always as identity primary key,
  noun text not null,
  record_id bigint not null
);
comment on table screening_queue is 'Records of which something changed that lists are compared with';

create function screening_inserted() returns trigger language plpgsql as $$
begin
  insert into screening_queue (noun, record_id) select tg_table_name, fresh.id from fresh;
  return null;
end $$;

create function screening_gone() returns trigger language plpgsql as $$
begin
  insert into screening_queue (noun, record_id) select tg_table_name, former.id from former;
  return null;
end $$;

create function screening_og_changed() returns trigger language plpgsql as $$
begin
  insert into screening_queue (noun, record_id) select 'og', fresh.id from fresh join former using (id)
  where (fresh.name, fresh.eng_name, fresh.aliases, fresh.alias_notes, fresh.register_time, fresh.region, fresh.identifiers,
      fresh.deleted_at, fresh.merged_into)
    is distinct from (former.name, former.eng_name, former.aliases, former.alias_notes, former.register_time, former.region,
      former.identifiers, former.deleted_at, former.merged_into);
  return null;
end $$;

create function screening_person_changed() returns trigger language plpgsql as $$
begin
  insert into screening_queue (noun, record_id) select 'person', fresh.id from fresh join former using (id)
  where (fresh.name, fresh.aliases, fresh.alias_notes, fresh.birth_time, fresh.gender, fresh.region, fresh.identifiers,
      fresh.deleted_at, fresh.merged_into)
    is distinct from (former.name, former.aliases, former.alias_notes, former.birth_time, former.gender, former.region,
      former.identifiers, former.deleted_at, former.merged_into);
  return null;
end $$;

create trigger screening_insert after insert on og referencing new table as fresh
  for each statement execute function screening_inserted();
create trigger screening_insert after insert on person referencing new table as fresh
  for each statement execute function screening_inserted();
create trigger screening_update after update on og referencing old table as former new table as fresh
  for each statement execute function screening_og_changed();
create trigger screening_update after update on person referencing old table as former new table as fresh
  for each statement execute function screening_person_changed();
create trigger screening_delete after delete on og referencing old table as former
  for each statement execute function screening_gone();
create trigger screening_delete after delete on person referencing old table as former
  for each statement execute function screening_gone();

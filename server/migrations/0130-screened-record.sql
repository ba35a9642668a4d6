-- A record counts as compared while it is what it was when lists were asked about it. One function says what the engine reads of
-- a record: the reader takes its answer and nothing else, the digest is made of it, and the triggers compare it.
create function screened_fields(party og) returns jsonb language sql immutable parallel safe as $$
  select jsonb_build_object('names', array_remove(array[party.name, party.eng_name], null), 'aliases', party.aliases,
    'alias_notes', party.alias_notes, 'date', party.register_time, 'region', party.region, 'sex', null,
    'identifiers', party.identifiers)
$$;

create function screened_fields(party person) returns jsonb language sql immutable parallel safe as $$
  select jsonb_build_object('names', array[party.name], 'aliases', party.aliases, 'alias_notes', party.alias_notes,
    'date', party.birth_time, 'region', party.region, 'sex', party.gender, 'identifiers', party.identifiers)
$$;

create function screened_digest(fields jsonb) returns uuid language sql immutable parallel safe as $$
  select md5(fields::text)::uuid
$$;

-- With what records are compared at one time: the rule, and of each list its version and the entries set aside. Few rows.
create table screening_basis (
  id bigint generated always as identity primary key,
  rule integer not null,
  lists jsonb not null,
  created_at timestamptz(3) not null default now()
);
comment on table screening_basis is 'The versions of all lists, and of the rule, with which records were compared whole';
create unique index screening_basis_key on screening_basis (rule, md5(lists::text));

create table screened_record (
  noun text not null check (noun in ('og', 'person')),
  record_id bigint not null,
  digest uuid not null,
  basis bigint not null references screening_basis,
  screened_at timestamptz(3) not null,
  primary key (noun, record_id)
);
comment on table screened_record is 'The state in which a record was compared with all lists, and with which versions; newer versions have compared it since as screened_list says';

alter table screened_list add column screened_at timestamptz(3);

-- A row stays until its record is settled; who edits a record adds a row and waits for nobody.
alter table screening_queue add column queued_at timestamptz(3) not null default now();
alter table screening_queue add column is_behind boolean not null default false;
create index screening_queue_turn_idx on screening_queue (is_behind, id);
create index screening_queue_record_idx on screening_queue (noun, record_id);
comment on table screening_queue is 'Records of which something changed that lists are compared with; is_behind: after all others';

create or replace function screening_og_changed() returns trigger language plpgsql as $$
begin
  insert into screening_queue (noun, record_id) select 'og', fresh.id from fresh join former using (id)
  where (fresh.deleted_at, fresh.merged_into) is distinct from (former.deleted_at, former.merged_into)
    or screened_fields(fresh::og) is distinct from screened_fields(former::og);
  return null;
end $$;

create or replace function screening_person_changed() returns trigger language plpgsql as $$
begin
  insert into screening_queue (noun, record_id) select 'person', fresh.id from fresh join former using (id)
  where (fresh.deleted_at, fresh.merged_into) is distinct from (former.deleted_at, former.merged_into)
    or screened_fields(fresh::person) is distinct from screened_fields(former::person);
  return null;
end $$;

create or replace function screening_gone() returns trigger language plpgsql as $$
begin
  insert into screening_queue (noun, record_id) select tg_table_name, former.id from former;
  delete from screened_record using former where screened_record.noun = tg_table_name and screened_record.record_id = former.id;
  return null;
end $$;

-- A record that was edited while it was compared may never have been compared as it is: all are compared once more.
insert into screening_queue (noun, record_id, is_behind) select 'og', id, true from og where deleted_at is null;
insert into screening_queue (noun, record_id, is_behind) select 'person', id, true from person where deleted_at is null;

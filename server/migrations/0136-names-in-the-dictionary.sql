-- Names of records are part of the dictionary's version. A change leaves a row in the transaction that makes it, so that a late
-- commit is seen when it commits; one worker takes the rows and raises the version, and all kept texts are searched again.
create table name_change (
  id bigint generated always as identity primary key,
  at timestamp(3) with time zone not null default now()
);
comment on table name_change is 'Changes of names of organisations and persons that the version of the dictionary does not contain yet';

create function note_name_change() returns trigger language plpgsql as $$
begin
  insert into name_change default values;
  return null;
end $$;

create trigger og_name_insert after insert on og for each statement execute function note_name_change();
create trigger og_name_update after update of name, eng_name, aliases, deleted_at on og for each row
  when ((old.name, old.eng_name, old.aliases, old.deleted_at is null) is distinct from
    (new.name, new.eng_name, new.aliases, new.deleted_at is null))
  execute function note_name_change();
create trigger og_name_delete after delete on og for each row when (old.deleted_at is null) execute function note_name_change();
create trigger person_name_insert after insert on person for each statement execute function note_name_change();
create trigger person_name_update after update of name, aliases, deleted_at on person for each row
  when ((old.name, old.aliases, old.deleted_at is null) is distinct from (new.name, new.aliases, new.deleted_at is null))
  execute function note_name_change();
create trigger person_name_delete after delete on person for each row when (old.deleted_at is null) execute function note_name_change();

create table dictionary_version (
  version integer primary key,
  at timestamp(3) with time zone not null default now()
);
comment on table dictionary_version is 'When each version of the dictionary began: since when a text waits to be searched again';

create function note_dictionary_version() returns trigger language plpgsql as $$
begin
  insert into dictionary_version (version) values (new.version) on conflict do nothing;
  delete from dictionary_version where version < new.version - 10000;
  return null;
end $$;
create trigger dictionary_version_note after update of version on dictionary for each row execute function note_dictionary_version();

-- Texts searched before names had a version may lack the names of records made later.
update dictionary set version = version + 1;

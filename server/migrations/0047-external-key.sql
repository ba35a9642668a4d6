-- Every file numbers its records as it likes: what a number means is known within its source.
create table external_key (
  source_id bigint not null references source on delete cascade,
  noun text not null,
  key text not null,
  record_id bigint not null,
  primary key (source_id, noun, key)
);
comment on table external_key is 'Under which id a source knows a record';
create index external_key_record_idx on external_key (noun, record_id);
alter table interchange add column source_id bigint references source on delete set null;
create index interchange_source_id_idx on interchange (source_id) where source_id is not null;
create function external_key_after_delete() returns trigger language plpgsql as $$
begin
  delete from external_key using former where noun = tg_table_name and record_id = former.id;
  return null;
end $$;
create trigger og_external_key_delete after delete on og referencing old table as former
  for each statement execute function external_key_after_delete();
create trigger person_external_key_delete after delete on person referencing old table as former
  for each statement execute function external_key_after_delete();
create trigger event_external_key_delete after delete on event referencing old table as former
  for each statement execute function external_key_after_delete();

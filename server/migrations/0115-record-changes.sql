-- Which records were written, by which transaction: who found something by a keyword looks again at these alone. The marks of
-- 0103 stay for processes of the version before, which may run beside this one.
create table record_change (
  noun text not null,
  xid xid8 not null default pg_current_xact_id(),
  -- Null: more than are named one by one.
  record_id bigint
);
create index record_change_idx on record_change (noun, xid);
alter table record_change set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
comment on table record_change is 'Which organisations, persons and events were written in the last minutes, by which transaction';

-- Changes of transactions before `kept_from` are forgotten; those before `next` are so next time.
create table record_change_term (
  is_one boolean primary key default true check (is_one),
  kept_from xid8 not null,
  next xid8 not null
);
insert into record_change_term (kept_from, next)
  select pg_snapshot_xmin(pg_current_snapshot()), pg_snapshot_xmin(pg_current_snapshot());
comment on table record_change_term is 'From which transaction on changes of records are known';

create function note_record_changes() returns trigger language plpgsql as $$
declare
  most constant int := 200;
begin
  if tg_op = 'TRUNCATE' then
    insert into record_change (noun) values (tg_table_name);
  elsif tg_op = 'DELETE' then
    if (select count(*) from former) > most then
      insert into record_change (noun) values (tg_table_name);
    else
      insert into record_change (noun, record_id) select tg_table_name, id from former;
    end if;
  elsif (select count(*) from fresh) > most then
    insert into record_change (noun) values (tg_table_name);
  else
    insert into record_change (noun, record_id) select tg_table_name, id from fresh;
  end if;
  return null;
end $$;

do $$
declare
  noun text;
begin
  foreach noun in array array['og', 'person', 'event'] loop
    execute format('create trigger %I after insert on %I referencing new table as fresh
      for each statement execute function note_record_changes()', noun || '_change_insert', noun);
    execute format('create trigger %I after update on %I referencing new table as fresh
      for each statement execute function note_record_changes()', noun || '_change_update', noun);
    execute format('create trigger %I after delete on %I referencing old table as former
      for each statement execute function note_record_changes()', noun || '_change_delete', noun);
    execute format('create trigger %I after truncate on %I
      for each statement execute function note_record_changes()', noun || '_change_truncate', noun);
  end loop;
end $$;

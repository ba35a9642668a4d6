-- What changed waits in a queue of its own, by the transaction that changed it: the moment that a row bears says nothing of when others
-- may see it, and memberships, links, keys of sources and who may read an organisation change what speaks for a pair as well.
create table duplicate_queue (
  id bigint generated always as identity primary key,
  noun text not null,
  record_id bigint not null,
  queued_at timestamptz(3) not null default now()
);
create index duplicate_queue_turn_idx on duplicate_queue (noun, id);
comment on table duplicate_queue is 'Records that have to be compared with all others again, to find duplicates';

create function duplicate_record_inserted() returns trigger language plpgsql as $$
begin
  insert into duplicate_queue (noun, record_id) select tg_table_name, fresh.id from fresh;
  return null;
end $$;

create function duplicate_record_updated() returns trigger language plpgsql as $$
begin
  insert into duplicate_queue (noun, record_id) select tg_table_name, fresh.id from fresh join former using (id)
  where (fresh.updated_at, fresh.rev, fresh.deleted_at) is distinct from (former.updated_at, former.rev, former.deleted_at);
  return null;
end $$;

-- Who shares an organisation counts while everyone may read that.
create function duplicate_og_opened() returns trigger language plpgsql as $$
begin
  with opened as materialized (
    select fresh.id from fresh join former using (id)
    where (fresh.read_user = '{}', fresh.deleted_at is null) is distinct from (former.read_user = '{}', former.deleted_at is null))
  insert into duplicate_queue (noun, record_id)
    select 'person', membership.person_id from opened join membership on membership.og_id = opened.id
    union select 'event', event_og.event_id from opened join event_og on event_og.og_id = opened.id;
  return null;
end $$;

create function duplicate_linked() returns trigger language plpgsql as $$
begin
  execute format('insert into duplicate_queue (noun, record_id) select distinct %s, %I from %I', tg_argv[0], tg_argv[1],
    case when tg_op = 'DELETE' then 'former' else 'fresh' end);
  if tg_op = 'UPDATE' then
    execute format('insert into duplicate_queue (noun, record_id) select distinct %s, %I from former', tg_argv[0], tg_argv[1]);
  end if;
  return null;
end $$;

do $$
declare
  noun text;
  link text[];
begin
  foreach noun in array array['og', 'person', 'event'] loop
    execute format('create trigger %I after insert on %I referencing new table as fresh
      for each statement execute function duplicate_record_inserted()', noun || '_duplicate_insert', noun);
    execute format('create trigger %I after update on %I referencing old table as former new table as fresh
      for each statement execute function duplicate_record_updated()', noun || '_duplicate_update', noun);
  end loop;
  foreach link slice 1 in array array[
    ['membership', '''person''', 'person_id'], ['event_og', '''event''', 'event_id'], ['external_key', 'noun', 'record_id']] loop
    execute format('create trigger %I after insert on %I referencing new table as fresh
      for each statement execute function duplicate_linked(%L, %L)', link[1] || '_duplicate_insert', link[1], link[2], link[3]);
    execute format('create trigger %I after update on %I referencing old table as former new table as fresh
      for each statement execute function duplicate_linked(%L, %L)', link[1] || '_duplicate_update', link[1], link[2], link[3]);
    execute format('create trigger %I after delete on %I referencing old table as former
      for each statement execute function duplicate_linked(%L, %L)', link[1] || '_duplicate_delete', link[1], link[2], link[3]);
  end loop;
end $$;
create trigger og_duplicate_open after update on og referencing old table as former new table as fresh
  for each statement execute function duplicate_og_opened();

-- What was passed over before is looked at once more.
insert into duplicate_queue (noun, record_id) select 'og', id from og where deleted_at is null order by id;
insert into duplicate_queue (noun, record_id) select 'person', id from person where deleted_at is null order by id;
insert into duplicate_queue (noun, record_id) select 'event', id from event where deleted_at is null order by id;

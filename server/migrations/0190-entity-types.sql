-- One registry of entities in the database, and one function that installs all that an entity's table needs. A trigger that is missing
-- fails silently: facts are not checked, keyword lists go stale, records are not screened. A test compares both with contract/registry.
create table entity_type (
  name text primary key,
  has_facts boolean not null,
  is_merged boolean not null,
  is_party boolean not null,
  check (has_facts or not is_merged),
  check (is_merged or not is_party)
);
comment on table entity_type is 'The entities whose records have access lists, and which triggers their tables carry; filled by migrations';
comment on column entity_type.has_facts is 'Records carry claims and external keys, and a keyword finds them in lists';
comment on column entity_type.is_merged is 'Two records can be the same and are compared as duplicates';
comment on column entity_type.is_party is 'Records are screened against lists, and texts mention their names';

-- The screening triggers had the same names on every table.
drop trigger screening_insert on og;
drop trigger screening_update on og;
drop trigger screening_delete on og;
drop trigger screening_insert on person;
drop trigger screening_update on person;
drop trigger screening_delete on person;

-- Installs the triggers of an entity's table, or installs them again, and registers the entity. A party also needs a function
-- screened_fields(<kind>), and its name columns are those of name, eng_name and aliases that its table has.
create function install_record_triggers(kind text, has_facts boolean, is_merged boolean, is_party boolean) returns void
language plpgsql as $$
declare
  name_columns text;
  old_names text;
  new_names text;
begin
  insert into entity_type (name, has_facts, is_merged, is_party) values (kind, has_facts, is_merged, is_party)
    on conflict (name) do update set has_facts = excluded.has_facts, is_merged = excluded.is_merged, is_party = excluded.is_party;

  execute format($t$
    create or replace trigger %2$I after insert on %1$I referencing new table as fresh
      for each statement execute function search_after_insert();
    create or replace trigger %3$I after update on %1$I referencing old table as former new table as fresh
      for each statement execute function search_after_update();
    create or replace trigger %4$I after delete on %1$I referencing old table as former
      for each statement execute function search_after_delete()$t$,
    kind, kind || '_search_insert', kind || '_search_update', kind || '_search_delete');

  if has_facts then
    execute format('create sequence if not exists %I', kind || '_change_mark');
    execute format($t$
      create or replace trigger %2$I after insert or update or delete or truncate on %1$I
        for each statement execute function raise_change_mark();
      create or replace trigger %3$I after insert on %1$I referencing new table as fresh
        for each statement execute function note_record_changes();
      create or replace trigger %4$I after update on %1$I referencing new table as fresh
        for each statement execute function note_record_changes();
      create or replace trigger %5$I after delete on %1$I referencing old table as former
        for each statement execute function note_record_changes();
      create or replace trigger %6$I after truncate on %1$I for each statement execute function note_record_changes()$t$,
      kind, kind || '_change_mark', kind || '_change_insert', kind || '_change_update', kind || '_change_delete',
      kind || '_change_truncate');
    execute format($t$
      create or replace trigger %2$I after update on %1$I referencing old table as former new table as fresh
        for each statement execute function record_check_facts();
      create or replace trigger %3$I after delete on %1$I referencing old table as former
        for each statement execute function claim_after_delete();
      create or replace trigger %4$I after delete on %1$I referencing old table as former
        for each statement execute function external_key_after_delete();
      create or replace trigger %5$I after delete on %1$I referencing old table as former
        for each statement execute function fact_check_after_delete()$t$,
      kind, kind || '_check_facts', kind || '_claim_delete', kind || '_external_key_delete', kind || '_fact_check_delete');
  end if;

  if is_merged then
    execute format($t$
      create or replace trigger %2$I after insert on %1$I referencing new table as fresh
        for each statement execute function duplicate_record_inserted();
      create or replace trigger %3$I after update on %1$I referencing old table as former new table as fresh
        for each statement execute function duplicate_record_updated()$t$,
      kind, kind || '_duplicate_insert', kind || '_duplicate_update');
  end if;

  if is_party then
    -- Its own function for each table: the plan of a typed statement is kept, that of a dynamic one is not.
    execute format($t$
      create or replace function %2$I() returns trigger language plpgsql as $f$
      begin
        insert into screening_queue (noun, record_id) select %1$L, fresh.id from fresh join former using (id)
        where (fresh.deleted_at, fresh.merged_into) is distinct from (former.deleted_at, former.merged_into)
          or screened_fields(fresh::%1$I) is distinct from screened_fields(former::%1$I);
        return null;
      end $f$;
      create or replace trigger %3$I after insert on %1$I referencing new table as fresh
        for each statement execute function screening_inserted();
      create or replace trigger %4$I after update on %1$I referencing old table as former new table as fresh
        for each statement execute function %2$I();
      create or replace trigger %5$I after delete on %1$I referencing old table as former
        for each statement execute function screening_gone()$t$,
      kind, 'screening_' || kind || '_changed', kind || '_screening_insert', kind || '_screening_update', kind || '_screening_delete');
    select string_agg(quote_ident(attname), ', '), string_agg(format('old.%I', attname), ', '), string_agg(format('new.%I', attname), ', ')
      into name_columns, old_names, new_names from pg_attribute
      where attrelid = kind::regclass and not attisdropped and attname in ('name', 'eng_name', 'aliases');
    execute format($t$
      create or replace trigger %2$I after insert on %1$I for each statement execute function note_name_change();
      create or replace trigger %3$I after update of %5$s, deleted_at on %1$I for each row
        when ((%6$s, old.deleted_at is null) is distinct from (%7$s, new.deleted_at is null))
        execute function note_name_change();
      create or replace trigger %4$I after delete on %1$I for each row when (old.deleted_at is null)
        execute function note_name_change()$t$,
      kind, kind || '_name_insert', kind || '_name_update', kind || '_name_delete', name_columns, old_names, new_names);
  end if;
end $$;

select install_record_triggers('og', has_facts => true, is_merged => true, is_party => true),
  install_record_triggers('person', has_facts => true, is_merged => true, is_party => true),
  install_record_triggers('event', has_facts => true, is_merged => true, is_party => false),
  install_record_triggers('report', has_facts => false, is_merged => false, is_party => false),
  install_record_triggers('upload', has_facts => false, is_merged => false, is_party => false),
  install_record_triggers('source', has_facts => false, is_merged => false, is_party => false);

-- Which records carry facts is read from the registry.
create or replace function claim_check_facts() returns trigger language plpgsql as $$
declare
  of record;
  ids bigint[];
  claimed text;
begin
  for of in select noun, array_agg(distinct record_id order by record_id) as ids from changed
      where noun in (select name from entity_type where has_facts) group by noun loop
    ids := of.ids;
    if tg_op = 'INSERT' then
      select coalesce(string_agg(format(', of.%I', said.field), ''), '') into claimed
        from (select distinct field from changed where noun = of.noun) as said
        join pg_attribute as part on part.attrelid = of.noun::regclass and part.attname = said.field
      where part.attnum > 0 and not part.attisdropped and said.field <> 'id';
      execute format($q$
        with live as materialized (
          select live.id, to_jsonb(live) as doc from unnest($1) as wanted (id)
            cross join lateral (select of.id%2$s from %1$I as of where of.id = wanted.id and of.merged_into is null offset 0) as live
          where (select true from %1$I as part where part.merged_into = live.id limit 1) is null
            and (select true from fact_check where noun = %1$L and record_id = live.id limit 1) is null
        ), gone as materialized (
          select id from source where (withdrawn_at is not null or deleted_at is not null)
            and id in (select source_id from changed)
        )
        select coalesce(array_agg(distinct said.record_id order by said.record_id), '{}')
        from (select record_id, field, value, source_id, withdrawn_at from changed where noun = %1$L) as said
          left join live on live.id = said.record_id
        where live.id is null or said.withdrawn_at is not null or said.source_id in (select id from gone)
          or not coalesce(live.doc -> said.field = said.value or live.doc -> said.field -> 0 = said.value
            or claim_shows(live.doc -> said.field, said.value), false)$q$, of.noun, claimed)
        using ids into ids;
    end if;
    perform check_facts(of.noun, ids);
  end loop;
  return null;
end $$;

create or replace function source_check_facts() returns trigger language plpgsql as $$
declare
  -- With up to so many claims it takes no longer than the act itself.
  few constant integer := 1000;
  changed record;
  said integer;
  of record;
begin
  for changed in select id from fresh join former using (id)
      where (fresh.withdrawn_at is null) <> (former.withdrawn_at is null)
        or (fresh.deleted_at is null) <> (former.deleted_at is null) order by id loop
    select count(*) into said from (select from claim where claim.source_id = changed.id limit few + 1) as first_ones;
    if said > few then
      insert into source_check as kept (source_id, total)
        select changed.id, count(*) from claim where claim.source_id = changed.id
        on conflict (source_id) do update set step = kept.step + 1, after_id = 0, done = 0, total = excluded.total;
      continue;
    end if;
    for of in select claim.noun, array_agg(distinct claim.record_id) as ids from claim
        where claim.source_id = changed.id and claim.noun in (select name from entity_type where has_facts) group by claim.noun loop
      perform check_facts(of.noun, of.ids);
    end loop;
  end loop;
  return null;
end $$;

-- The columns of a name are listed in a fixed order: it depended on the plan of a catalog query, so that the triggers of two
-- databases could differ in their text.
create or replace function install_record_triggers(kind text, has_facts boolean, is_merged boolean, is_party boolean) returns void
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
    select string_agg(quote_ident(attname), ', ' order by attnum), string_agg(format('old.%I', attname), ', ' order by attnum),
        string_agg(format('new.%I', attname), ', ' order by attnum)
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

create or replace trigger og_name_update after update of name, eng_name, aliases, deleted_at on og for each row
  when ((old.name, old.eng_name, old.aliases, old.deleted_at is null)
    is distinct from (new.name, new.eng_name, new.aliases, new.deleted_at is null))
  execute function note_name_change();
create or replace trigger person_name_update after update of name, aliases, deleted_at on person for each row
  when ((old.name, old.aliases, old.deleted_at is null) is distinct from (new.name, new.aliases, new.deleted_at is null))
  execute function note_name_change();

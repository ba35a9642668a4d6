-- Six tables get names that say what their rows are. Their indexes, constraints and sequences follow; foreign keys, triggers and
-- functions refer to a table by its id.
do $$
declare
  pair record;
  part record;
begin
  for pair in select * from (values ('hit', 'word_hit'), ('missing', 'missing_url'), ('visit', 'record_visit'),
      ('view', 'saved_view'), ('mail', 'outgoing_mail'), ('content', 'upload_content')) as renamed (old, new) loop
    execute format('alter table %I rename to %I', pair.old, pair.new);
    for part in select conname as name from pg_constraint
        where conrelid = pair.new::regclass and starts_with(conname, pair.old || '_') loop
      execute format('alter table %I rename constraint %I to %I', pair.new, part.name,
        pair.new || substr(part.name, length(pair.old) + 1));
    end loop;
    for part in select relname as name, relkind as kind from pg_class
        where relkind in ('i', 'S') and starts_with(relname, pair.old || '_') and not starts_with(relname, pair.new || '_') and oid in (
          select indexrelid from pg_index where indrelid = pair.new::regclass
          union all select objid from pg_depend where refobjid = pair.new::regclass and classid = 'pg_class'::regclass
            and deptype in ('a', 'i')) loop
      execute format('alter %s %I rename to %I', case part.kind when 'S' then 'sequence' else 'index' end, part.name,
        pair.new || substr(part.name, length(pair.old) + 1));
    end loop;
  end loop;
end $$;

comment on table word_hit is 'Sensitive words found in a version of a page';
comment on table missing_url is 'Addresses that pages link to and that did not answer: requested again in the next rounds';
comment on table record_visit is 'Last visit of a user to a record, and the visit before';
comment on table saved_view is 'Views of lists that users saved';
comment on table outgoing_mail is 'Mail to be sent, and mail that was sent';
comment on table upload_content is 'Bytes of uploads, each once, by their SHA-256';

-- Erasures name the places of texts as table.column.
update erasure set (plan, choice, counts) = (
  select regexp_replace(regexp_replace(plan::text, '"view(\.[a-z_]+)"', '"saved_view\1"', 'g'), '"mail(\.[a-z_]+)"', '"outgoing_mail\1"', 'g')::jsonb,
    regexp_replace(regexp_replace(choice::text, '"view(\.[a-z_]+)"', '"saved_view\1"', 'g'), '"mail(\.[a-z_]+)"', '"outgoing_mail\1"', 'g')::jsonb,
    regexp_replace(regexp_replace(counts::text, '"view(\.[a-z_]+)"', '"saved_view\1"', 'g'), '"mail(\.[a-z_]+)"', '"outgoing_mail\1"', 'g')::jsonb)
where concat(plan, choice, counts) ~ '"(view|mail)\.[a-z_]+"';

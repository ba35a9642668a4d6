-- The team's own texts are searched for names like pages and uploads: one row for each, kept by triggers of their tables.
create table own_text (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('report', 'event', 'issue', 'note')),
  record_id bigint not null,
  comment_id bigint,
  step integer not null default 1,
  scanned integer not null default 0,
  at timestamptz(3) not null,
  check (comment_id is null or kind in ('report', 'issue'))
);
comment on table own_text is 'One row for each text that the team writes: the current version of a report, an event, feedback, a timeline note, a comment. The text itself and its access are in the tables of its record';
comment on column own_text.record_id is 'The report, the event, the feedback or the timeline note';
comment on column own_text.comment_id is 'The comment on the report or on the feedback; null for the text of the record itself';
comment on column own_text.step is 'Raised by every change of the text: the result of a search of an older text is dropped';
comment on column own_text.scanned is 'The version of the dictionary that the text was searched with, 0 since its last change';
comment on column own_text.at is 'When the text was written or last changed';
create unique index own_text_key on own_text (kind, record_id, comment_id) nulls not distinct;
comment on index own_text_key is 'The triggers of the tables find the row of a text';
create index own_text_scanned_idx on own_text (scanned, id);
comment on index own_text_scanned_idx is 'Texts that have waited longest for a search';

create table own_text_mention (
  text_id bigint not null references own_text (id) on delete cascade,
  noun text not null check (noun in ('og', 'person')),
  record_id bigint not null,
  name text not null,
  count integer not null,
  certainty text not null check (certainty in ('certain', 'likely', 'possible')),
  evidence jsonb,
  primary key (text_id, noun, record_id)
);
comment on table own_text_mention is 'Names of organisations and persons in the texts that the team writes, found by the search for names';
create index own_text_mention_record_idx on own_text_mention (noun, record_id, text_id);
comment on index own_text_mention_record_idx is 'The mentions of one organisation or person';

-- A decision also applies to an own text, in all its versions.
alter table mention_decision add column text_id bigint references own_text (id) on delete cascade;
alter table mention_decision drop constraint mention_decision_check;
alter table mention_decision add constraint mention_decision_check
  check (num_nonnulls(page_id, upload_id, text_id) = 1 and (page_id is null) = (og_id is null));
drop index mention_decision_key;
create unique index mention_decision_key on mention_decision (noun, record_id, page_id, upload_id, text_id) nulls not distinct;
create index mention_decision_text_idx on mention_decision (text_id) where text_id is not null;
comment on index mention_decision_text_idx is 'Decisions on the names in an own text';

create function note_own_text(kind text, record_id bigint, comment_id bigint, at timestamptz) returns void
language sql as $$
  insert into own_text as known (kind, record_id, comment_id, at) values ($1, $2, $3, $4)
  on conflict (kind, record_id, comment_id) do update set step = known.step + 1, scanned = 0, at = excluded.at
$$;

-- Functions of their own for each table: the plans of typed statements are kept, those of dynamic ones are not.
do $do$
declare
  source record;
begin
  for source in select * from (values
      ('event', 'event', 'id', 'null::bigint', 'updated_at', 'title, "desc"'),
      ('issue', 'issue', 'id', 'null::bigint', 'updated_at', 'title, content'),
      ('issue_comment', 'issue', 'issue_id', 'id', 'updated_at', 'text'),
      ('timeline_note', 'note', 'id', 'null::bigint', 'updated_at', 'text'),
      ('report_comment', 'report', 'report_id', 'id', 'created_at', 'content'),
      ('report', 'report', 'id', 'null::bigint', 'updated_at', 'version')
    ) as each (name, kind, record, comment, at, columns) loop
    execute format($t$
      create function %1$s_text_inserted() returns trigger language plpgsql as $f$
      begin
        insert into own_text (kind, record_id, comment_id, at) select %2$L, fresh.%3$s, %4$s, fresh.%5$s from fresh;
        return null;
      end $f$;
      create trigger %1$s_text_insert after insert on %1$s referencing new table as fresh
        for each statement execute function %1$s_text_inserted();
      create function %1$s_text_deleted() returns trigger language plpgsql as $f$
      begin
        delete from own_text using former where own_text.kind = %2$L and own_text.record_id = former.%3$s
          and own_text.comment_id is not distinct from %6$s;
        return null;
      end $f$;
      create trigger %1$s_text_delete after delete on %1$s referencing old table as former
        for each statement execute function %1$s_text_deleted();
      create function %1$s_text_truncated() returns trigger language plpgsql as $f$
      begin
        delete from own_text where kind = %2$L and (comment_id is null) = %7$L;
        return null;
      end $f$;
      create trigger %1$s_text_truncate after truncate on %1$s for each statement execute function %1$s_text_truncated()$t$,
      source.name, source.kind, source.record, case when source.comment = 'id' then 'fresh.id' else source.comment end,
      source.at, case when source.comment = 'id' then 'former.id' else source.comment end, source.comment <> 'id');
    -- The text of a report is that of its current version.
    if source.name <> 'report' then
      execute format($t$
        create function %1$s_text_changed() returns trigger language plpgsql as $f$
        begin
          perform note_own_text(%2$L, new.%3$s, %4$s, new.%5$s);
          return null;
        end $f$;
        create trigger %1$s_text_update after update of %6$s on %1$s for each row
          when ((%7$s) is distinct from (%8$s)) execute function %1$s_text_changed()$t$,
        source.name, source.kind, source.record, case when source.comment = 'id' then 'new.id' else source.comment end,
        source.at, source.columns,
        (select string_agg('old.' || trim(name), ', ') from unnest(string_to_array(source.columns, ',')) as name),
        (select string_agg('new.' || trim(name), ', ') from unnest(string_to_array(source.columns, ',')) as name));
    end if;
  end loop;
end $do$;

create function report_text_changed() returns trigger language plpgsql as $$
begin
  perform note_own_text('report', new.id, null, coalesce(
    (select saved_at from report_version where report_id = new.id and number = new.version), new.updated_at));
  return null;
end $$;
create trigger report_text_update after update of version on report for each row
  when (old.version is distinct from new.version) execute function report_text_changed();

-- Versions are written before they become the current one; an erasure changes them in place.
create function report_version_text_changed() returns trigger language plpgsql as $$
begin
  if exists (select from report where id = new.report_id and version = new.number) then
    perform note_own_text('report', new.report_id, null, new.saved_at);
  end if;
  return null;
end $$;
create trigger report_version_text_update after update of title, summary, plain_text on report_version for each row
  when ((old.title, old.summary, old.plain_text) is distinct from (new.title, new.summary, new.plain_text))
  execute function report_version_text_changed();

insert into own_text (kind, record_id, comment_id, at)
  select 'event', id, null::bigint, updated_at from event
  union all select 'issue', id, null, updated_at from issue
  union all select 'issue', issue_id, id, updated_at from issue_comment
  union all select 'note', id, null, updated_at from timeline_note
  union all select 'report', report_id, id, created_at from report_comment
  union all select 'report', report.id, null, coalesce(version.saved_at, report.updated_at) from report
    left join report_version as version on version.report_id = report.id and version.number = report.version;

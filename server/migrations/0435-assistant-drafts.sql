-- Events and reports that an assistant drafted. `sentences`: each with its text, its evidence, and the reason why the
-- guard struck it, if it did.
create table assistant_draft (
  id bigint not null generated always as identity primary key,
  event_id bigint unique references event (id) on delete cascade,
  report_id bigint unique references report (id) on delete cascade,
  user_id bigint references "user" (id) on delete set null,
  token text not null,
  sentences jsonb not null,
  created_at timestamptz(3) not null,
  check (num_nonnulls(event_id, report_id) = 1)
);
comment on table assistant_draft is 'An event or a report that an assistant drafted, with its sentences and their evidence';
create index assistant_draft_user_idx on assistant_draft (user_id);

-- Whatever changes the state (a form, a bulk action, an import, an undo), a draft with a struck sentence stays one.
create function refuse_struck() returns trigger language plpgsql as $$
begin
  if exists (select from assistant_draft
    where (case tg_table_name when 'event' then event_id else report_id end) = new.id
      and sentences @? '$[*] ? (@.strike != null)')
  then raise exception 'a struck sentence is in the draft' using errcode = 'OG001';
  end if;
  return new;
end $$;
create trigger refuse_struck before update of status on event
  for each row when (new.status = 'confirmed' and old.status <> 'confirmed') execute function refuse_struck();
create trigger refuse_struck before update of status on report
  for each row when (new.status = 'published' and old.status <> 'published') execute function refuse_struck();

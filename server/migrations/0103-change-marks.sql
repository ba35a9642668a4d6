-- Whether a table has changed is asked of a number that each statement on it raises, before it commits and also where it
-- does not: who finds the number as it was, and none of those at work then ended, reads what was read before.
create sequence og_change_mark;
create sequence person_change_mark;
create sequence event_change_mark;
-- A sequence that was never called says the same before and after its first call.
select nextval('og_change_mark'), nextval('person_change_mark'), nextval('event_change_mark');

create function raise_change_mark() returns trigger language plpgsql as $$
begin
  perform nextval((tg_table_name || '_change_mark')::regclass);
  return null;
end $$;
create trigger og_change_mark after insert or update or delete or truncate on og
  for each statement execute function raise_change_mark();
create trigger person_change_mark after insert or update or delete or truncate on person
  for each statement execute function raise_change_mark();
create trigger event_change_mark after insert or update or delete or truncate on event
  for each statement execute function raise_change_mark();

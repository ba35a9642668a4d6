-- An event without an assessment has no level; drafts had 3 by default. A level that a user has set, as the history
-- records it, stays.
alter table event alter column level drop not null, alter column level drop default;
update event set level = null
  where level = 3 and status = 'draft' and not exists (
    select from history
    where history.noun = 'event' and history.record_id = event.id and history.act <> 'create'
      and history.changes @> '[{"field": "level"}]');
-- Orders by severity need a value for all rows.
alter table event add column severity smallint not null generated always as (coalesce(level, 0::smallint)) stored;
drop index event_level_idx;
create index event_severity_idx on event (severity desc, id desc) where deleted_at is null;

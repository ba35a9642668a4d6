-- How pairs are scored, version by version: the last one holds, and no row is what the engine came with. `weights` are only
-- those that are not the engine’s own.
create table screening_rule (
  version integer primary key,
  threshold real,
  strong real,
  weights jsonb not null default '{}',
  set_at timestamptz(3) not null,
  set_by bigint references "user" on delete set null
);
comment on table screening_rule is 'How pairs of records and entries are scored, by version; the last one holds';
create index screening_rule_set_by_idx on screening_rule (set_by);
insert into screening_rule (version, threshold, strong, set_at, set_by)
  select 1, max(value::text::real) filter (where name = 'screening_threshold'),
    max(value::text::real) filter (where name = 'screening_strong'), max(updated_at), max(updated_by)
  from system_setting where name in ('screening_threshold', 'screening_strong') and jsonb_typeof(value) = 'number'
  having count(*) > 0;
delete from system_setting where name in ('screening_threshold', 'screening_strong');

-- With which scores records were compared with a list, and by which a pair was decided; nobody knows of older decisions.
alter table screened_list add column rule integer not null default 0;
update screened_list set rule = coalesce((select max(version) from screening_rule), 0);
alter table screening add column decided_rule integer;
-- How a pair was before its last decision, for whoever takes that back.
alter table screening add column before jsonb;

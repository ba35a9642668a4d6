-- Each run of an import knows what it made and what it changed, so that it can be taken back in one act.
create table import_run (
  id bigint generated always as identity primary key,
  import_id bigint references import on delete cascade,
  interchange_id bigint references interchange on delete cascade,
  file_name text not null,
  source_id bigint references source on delete set null,
  made_source boolean not null default false,
  owner bigint references "user" on delete cascade,
  started_at timestamptz(3) not null,
  undo_state text check (undo_state in ('checking', 'checked', 'running', 'done', 'failed', 'cancelled')),
  undo_step integer not null default 0,
  undo_by bigint references "user" on delete set null,
  undo_progress integer not null default 0,
  undo_total integer not null default 0,
  undo_counts jsonb not null default '[]',
  undo_error text,
  undone_at timestamptz(3),
  locale text not null,
  updated_at timestamptz(3) not null,
  constraint import_run_of_check check ((import_id is null) <> (interchange_id is null))
);
comment on table import_run is 'One writing of an imported file, and how it is taken back';
create index import_run_import_idx on import_run (import_id) where import_id is not null;
create index import_run_interchange_idx on import_run (interchange_id) where interchange_id is not null;
create index import_run_source_id_idx on import_run (source_id) where source_id is not null;
create index import_run_owner_idx on import_run (owner, id desc);
create index import_run_undo_by_idx on import_run (undo_by) where undo_by is not null;

create table import_mark (
  run_id bigint not null references import_run on delete cascade,
  id bigint generated always as identity,
  n integer not null,
  noun text not null,
  record_id bigint not null,
  is_new boolean not null,
  changes jsonb not null default '[]',
  verdict text,
  reason text,
  kept jsonb not null default '[]',
  is_undone boolean not null default false,
  primary key (run_id, id)
);
comment on table import_mark is 'A record or link that a run made, or what it changed of one';
create index import_mark_record_idx on import_mark (noun, record_id, run_id);
create index import_mark_verdict_idx on import_mark (run_id, verdict, id);

create table import_act (
  req_id text primary key,
  run_id bigint not null references import_run on delete cascade,
  is_undo boolean not null
);
comment on table import_act is 'Whose doing a line of the history is: a run that wrote, or one that is taken back';
create index import_act_run_idx on import_act (run_id);

alter table external_key add column run_id bigint;
create index external_key_run_idx on external_key (run_id) where run_id is not null;
alter table claim add column run_id bigint;
create index claim_run_idx on claim (run_id) where run_id is not null;

create table claim_again (
  claim_id bigint not null references claim on delete cascade,
  run_id bigint not null,
  at timestamptz(3) not null,
  seen_before timestamptz(3) not null,
  withdrawn_before timestamptz(3),
  withdrawn_by_before bigint,
  primary key (claim_id, run_id)
);
comment on table claim_again is 'A claim that a later run states again, and how it stood before';
create index claim_again_run_idx on claim_again (run_id);

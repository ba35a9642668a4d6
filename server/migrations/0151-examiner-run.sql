-- Altered names of list entries are screened each night as anybody's query: how many are found shows whether screening got worse.
create table examiner_run (
  id bigint generated always as identity primary key,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3) not null,
  seed text not null,
  rule integer not null,
  threshold double precision not null,
  lists jsonb not null,
  figures jsonb not null,
  asked integer not null,
  found integer not null,
  skipped integer not null,
  drops jsonb not null,
  misses jsonb not null,
  missed integer not null
);
comment on table examiner_run is 'Runs of the examiner: recall of altered names by list, script and alteration, with examples of entries that were not found';
create index examiner_run_ended_idx on examiner_run (ended_at desc, id desc);

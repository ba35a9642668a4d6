-- The processes that live: whoever falls silent has lost what it had in hand, and another goes on with it.
create table process_beat (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('api', 'worker')),
  host text not null,
  pid integer not null,
  version text not null,
  started_at timestamptz(3) not null default clock_timestamp(),
  -- Compared with itself only: that it moves is the sign of life, what it says is for people.
  last_at timestamptz not null default clock_timestamp()
);

-- Of which process a collector is; no reference, for it outlives the process.
alter table device add column process_id bigint;
create index device_process_idx on device (process_id) where process_id is not null;

-- What became of each backup: of the command and of the nightly one. The rows tell of this console alone and are not
-- part of what is backed up.
create table backup (
  id bigint generated always as identity primary key,
  cause text not null check (cause in ('command', 'nightly')),
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  started_at timestamptz(3) not null,
  -- Moves on while it runs: one that stands still has lost its process.
  touched_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- The whole path on the machine that wrote it.
  file text not null,
  is_encrypted boolean not null,
  bytes bigint,
  tables integer,
  rows bigint,
  files integer,
  -- Files that were lost before, and are therefore not in it.
  lost integer not null default 0,
  -- Removed again once the term of keeping was over.
  removed_at timestamptz(3),
  error text,
  check ((state = 'running') = (ended_at is null))
);
create index backup_started_at_idx on backup (started_at desc, id desc);

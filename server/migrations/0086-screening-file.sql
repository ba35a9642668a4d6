-- Files of names that are nobody's records, compared with lists. What was found is kept beside each row, so that a worker that
-- is killed goes on with the first row that has no result.
create table screening_file (
  id bigint generated always as identity primary key,
  owner bigint not null references "user" on delete cascade,
  state text not null check (state in ('reading', 'mapping', 'screening', 'done', 'failed', 'cancelled')),
  step integer not null default 0,
  file_name text not null,
  file_key text,
  size bigint not null,
  sha256 text,
  format text,
  encoding text,
  columns text[] not null default '{}',
  -- Cells of the longest row: there may be more than columns.
  width integer not null default 0,
  sample jsonb not null default '[]',
  plan jsonb not null,
  row_count integer not null default 0,
  progress integer not null default 0,
  counts jsonb not null,
  lists jsonb not null default '[]',
  -- How pairs were scored, and from which score a hit was strong.
  rule_version integer not null default 0,
  strong double precision not null default 0,
  error text,
  locale text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
comment on table screening_file is 'A file of names that is compared with lists, its owner’s alone';
create index screening_file_owner_idx on screening_file (owner, id desc);
create index screening_file_updated_at_idx on screening_file (updated_at);

create table screening_file_row (
  file_id bigint not null references screening_file on delete cascade,
  n integer not null,
  cells text[] not null,
  result text check (result in ('strong', 'possible', 'none', 'wrong')),
  score real,
  hits jsonb not null default '[]',
  hit_count integer not null default 0,
  fault text,
  notes text[] not null default '{}',
  primary key (file_id, n)
);
comment on table screening_file_row is 'A row of a file of names, and which entries of lists it may be';
create index screening_file_row_score_idx on screening_file_row (file_id, score desc nulls last, n);

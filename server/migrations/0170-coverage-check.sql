-- A sample of what is kept is computed again each night without queues and indexes; what differs was missed.
create table coverage_check (
  id bigint generated always as identity primary key,
  part text not null check (part in ('screening', 'documents', 'mentions', 'pages', 'search')),
  at timestamptz(3) not null,
  sampled integer not null,
  different integer not null,
  examples jsonb not null default '[]'
);
comment on table coverage_check is 'Nightly samples compared the slow way, by part: how many, how many differed, and at most ten examples';
create index coverage_check_part_idx on coverage_check (part, at desc);

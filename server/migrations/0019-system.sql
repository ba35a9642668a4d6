-- What administrators set for everybody; a setting without a row has its default. Names and bounds: contract/system.ts.
create table system_setting (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint references "user" (id) on delete set null
);

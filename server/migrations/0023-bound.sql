-- How often a user has called what is bounded by the hour.
create table bound_use (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
);

-- What a queue could not do: one thing waits here, and nothing behind it does.

create table set_aside (
  id bigint generated always as identity primary key,
  queue text not null,
  -- What it is within its queue, as `person:12`.
  key text not null,
  -- What is needed to try it again.
  detail jsonb not null default '{}',
  error text not null,
  attempts integer not null default 1,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  -- Null: tried again only when somebody says so.
  next_at timestamptz(3),
  unique (queue, key)
);
create index set_aside_next_idx on set_aside (next_at) where next_at is not null;
create index set_aside_last_idx on set_aside (last_at desc, id desc);

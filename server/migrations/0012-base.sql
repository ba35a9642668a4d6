-- What the daily work shares: the audit trail, news for those who follow, and tickets for downloads.

-- Reads, exports, downloads, sign-ins: acts that change no record (changes are in history). It only grows.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  -- No foreign key: the trail outlives users; the name is kept as it was.
  user_id bigint,
  username text not null,
  act text not null,
  noun text not null,
  record_id bigint,
  -- Why, where an act asks for it.
  reason text,
  detail jsonb not null default '{}',
  req_id text not null,
  address text not null
);
create index audit_at_idx on audit (at desc, id desc);
create index audit_record_idx on audit (noun, record_id, id desc);
create index audit_user_idx on audit (user_id, id desc);

-- What happened and may be told: written with the act itself, told to followers by the worker.
create table news (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  kind text not null,
  noun text not null,
  record_id bigint not null,
  -- Who did it; never told of it.
  actor_id bigint,
  -- Told to these users besides those who follow: an assignee, an author, somebody named in a comment.
  users bigint[] not null default '{}',
  detail jsonb not null default '{}'
);

-- A file may be fetched once by who holds the ticket; the ticket itself is kept nowhere.
create table ticket (
  token_hash bytea primary key,
  user_id bigint not null references "user" (id) on delete cascade,
  kind text not null,
  target_id bigint not null,
  expires_at timestamptz(3) not null
);
create index ticket_expires_at_idx on ticket (expires_at);

-- Access tokens: a program acts with the rights of a user, within the scopes of its token.
create table token (
  id bigint not null generated always as identity primary key,
  user_id bigint not null references "user" (id) on delete cascade,
  name text not null,
  token_hash bytea not null,
  hint text not null,
  scopes text[] not null,
  addresses text[] not null default '{}',
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  created_by bigint references "user" (id) on delete set null,
  last_used_at timestamptz(3),
  last_address text
);
comment on table token is 'An access token of a user';
create unique index token_hash_key on token (token_hash);
create index token_user_idx on token (user_id);

-- A service account is a user without a password: a program, with a person who is responsible for it.
alter table "user"
  add column is_service boolean not null default false,
  add column keeper bigint references "user" (id) on delete set null;
comment on column "user".keeper is 'The person responsible for a service account';

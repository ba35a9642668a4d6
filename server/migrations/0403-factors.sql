-- Second factors: passkeys, codes of an authenticator app, recovery codes, and challenges that wait for a reply.
create table passkey (
  id bigint not null generated always as identity primary key,
  user_id bigint not null references "user" (id) on delete cascade,
  name text not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  is_synced boolean not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
comment on table passkey is 'A passkey of a user';
create unique index passkey_credential_key on passkey (credential_id);
create index passkey_user_idx on passkey (user_id);

create table one_time_code (
  user_id bigint not null primary key references "user" (id) on delete cascade,
  secret bytea not null,
  confirmed_at timestamptz(3),
  last_step bigint not null default 0,
  created_at timestamptz(3) not null
);
comment on table one_time_code is 'The authenticator app of a user';
comment on column one_time_code.secret is 'Encrypted with the secret key of the installation';
comment on column one_time_code.last_step is 'The time step of the last accepted code; each code is accepted once';

create table recovery_code (
  user_id bigint not null references "user" (id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
comment on table recovery_code is 'A recovery code of a user, for use once';

create table login_challenge (
  binding_hash bytea not null primary key,
  purpose text not null,
  user_id bigint references "user" (id) on delete cascade,
  challenge text,
  tries integer not null default 0,
  expires_at timestamptz(3) not null
);
comment on table login_challenge is 'A challenge for a passkey, or a login that waits for its second step';
create index login_challenge_user_idx on login_challenge (user_id);
create index login_challenge_expires_idx on login_challenge (expires_at);

alter table session add column must_enrol boolean not null default false;
comment on column session.must_enrol is 'The user must first set up a second factor';

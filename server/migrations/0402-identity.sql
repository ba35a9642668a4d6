-- Identity providers (OpenID Connect), the identities of users there, and logins that have begun.
create table identity_provider (
  id bigint not null generated always as identity primary key,
  rev integer not null default 1,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea,
  scopes text[] not null default '{}',
  is_active boolean not null default true,
  creates_users boolean not null default false,
  new_role user_role not null default 'reader',
  links_by_email boolean not null default false,
  email_domains text[] not null default '{}',
  group_claim text not null default '',
  group_map jsonb not null default '[]',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  last_failed_at timestamptz(3),
  last_failure text
);
comment on table identity_provider is 'An OpenID Connect provider with which users log in';
comment on column identity_provider.client_secret is 'Encrypted with the secret key of the installation';
create unique index identity_provider_name_key on identity_provider (lower(name));

create table user_identity (
  id bigint not null generated always as identity primary key,
  provider_id bigint not null references identity_provider (id) on delete cascade,
  subject text not null,
  user_id bigint not null references "user" (id) on delete cascade,
  email text not null default '',
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null
);
comment on table user_identity is 'A user of an identity provider, who is a user here';
create unique index user_identity_subject_key on user_identity (provider_id, subject);
create index user_identity_user_idx on user_identity (user_id);

create table login_start (
  binding_hash bytea not null primary key,
  provider_id bigint not null references identity_provider (id) on delete cascade,
  provider_rev integer not null,
  state text not null,
  nonce text not null,
  verifier text not null,
  user_id bigint references "user" (id) on delete cascade,
  expires_at timestamptz(3) not null
);
comment on table login_start is 'A login that has begun at an identity provider';
comment on column login_start.user_id is 'The user who gets the identity; null: a login';
create index login_start_provider_idx on login_start (provider_id);
create index login_start_user_idx on login_start (user_id);
create index login_start_expires_idx on login_start (expires_at);

alter table session
  add column identity_id bigint references user_identity (id) on delete cascade,
  add column provider_session text;
comment on column session.identity_id is 'The identity that the session was opened with; null: a password';
comment on column session.provider_session is 'The session at the provider (sid), for its logout';
create index session_identity_idx on session (identity_id) where identity_id is not null;

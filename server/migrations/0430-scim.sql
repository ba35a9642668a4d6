-- Provisioning of users and groups by an identity provider (SCIM 2.0).
create table scim_credential (
  id bigint not null generated always as identity primary key,
  provider_id bigint not null references identity_provider (id) on delete cascade,
  name text not null,
  token_hash bytea not null,
  hint text not null,
  new_role user_role not null default 'reader',
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
comment on table scim_credential is 'A credential with which an identity provider provisions users and groups';
comment on column scim_credential.new_role is 'The role of users who are created with it';
create unique index scim_credential_token_key on scim_credential (token_hash);
create index scim_credential_provider_idx on scim_credential (provider_id);

create table scim_user (
  provider_id bigint not null references identity_provider (id) on delete cascade,
  user_id bigint not null references "user" (id) on delete cascade,
  user_name text not null,
  external_id text,
  stated jsonb not null,
  is_active boolean not null,
  rev integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (provider_id, user_id)
);
comment on table scim_user is 'What an identity provider states about a user whom it provisions';
comment on column scim_user.is_active is 'Whether the provider wants the user active; an administrator may have disabled them';
comment on column scim_user.deleted_at is 'The provider deleted the user, who is disabled here and stays the same person if it returns';
create unique index scim_user_name_key on scim_user (provider_id, lower(user_name)) where deleted_at is null;
create unique index scim_user_external_key on scim_user (provider_id, external_id) where external_id is not null and deleted_at is null;
create index scim_user_user_idx on scim_user (user_id);

create table scim_group (
  provider_id bigint not null references identity_provider (id) on delete cascade,
  group_id bigint not null references user_group (id) on delete cascade,
  display_name text not null,
  external_id text,
  is_linked boolean not null,
  rev integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (provider_id, group_id)
);
comment on table scim_group is 'A group that an identity provider provisions';
comment on column scim_group.is_linked is 'An administrator made the group and assigned it; it keeps its name and is never deleted';
create unique index scim_group_name_key on scim_group (provider_id, lower(display_name)) where deleted_at is null;
create unique index scim_group_external_key on scim_group (provider_id, external_id) where external_id is not null and deleted_at is null;
create index scim_group_group_idx on scim_group (group_id);

-- What a screening found, as it was told in a file, under a seal. Rows are only added; an erasure blanks names in them, and the
-- seal then says that it did.
create table certificate_key (
  id bigint generated always as identity primary key,
  public_key bytea not null,
  private_key bytea not null,
  created_at timestamptz(3) not null
);
comment on table certificate_key is 'The key pair (Ed25519) that certificates are sealed with; an older one still opens what it sealed';

create table certificate (
  id bigint generated always as identity primary key,
  code_key text not null unique,
  kind text not null check (kind in ('record', 'name', 'file')),
  noun text,
  record_id bigint,
  content jsonb not null,
  content_hash bytea not null,
  signature bytea not null,
  key_id bigint not null references certificate_key,
  file_hash bytea not null,
  made_by bigint references "user" on delete set null,
  made_at timestamptz(3) not null
);
comment on table certificate is 'A certificate of a screening: what it says, and its seal';
create index certificate_record_idx on certificate (noun, record_id, id desc) where record_id is not null;
create index certificate_made_by_idx on certificate (made_by);
create index certificate_key_id_idx on certificate (key_id);

-- Addresses under which programs that send no token in a header match names; only the token's hash is kept.
create table reconcile_address (
  id bigint generated always as identity primary key,
  user_id bigint not null references "user" on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
comment on table reconcile_address is 'A private address at which a program matches names with its owner’s present rights';
create index reconcile_address_user_idx on reconcile_address (user_id);

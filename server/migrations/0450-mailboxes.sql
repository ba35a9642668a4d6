-- Mailboxes whose messages become uploads. The secret is stored sealed; the lease says which process fetches now.
create table mailbox (
  id bigint not null generated always as identity primary key,
  rev integer not null default 1,
  name text not null,
  is_active boolean not null default true,
  host text not null,
  port integer not null,
  security text not null check (security in ('tls', 'starttls', 'plain')),
  username text not null,
  auth text not null check (auth in ('password', 'token')),
  secret_sealed bytea,
  folder text not null,
  since date not null,
  after_read text not null check (after_read in ('nothing', 'flag', 'move')),
  move_to text not null default '',
  server_id text not null,
  senders text[] not null default '{}',
  owner bigint references "user" (id) on delete set null,
  read_user bigint[] not null default '{}',
  run_at timestamptz(3),
  fetched_at timestamptz(3),
  failing_since timestamptz(3),
  failure text,
  failure_detail text,
  failures integer not null default 0,
  next_at timestamptz(3),
  holder text,
  held_until timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
comment on table mailbox is 'A mailbox whose messages become uploads of its owner';
create unique index mailbox_name_key on mailbox (lower(name));

-- Every message that was seen, whatever became of it: each is decided once, and none disappears silently.
create table mailbox_message (
  id bigint not null generated always as identity primary key,
  mailbox_id bigint not null references mailbox (id) on delete cascade,
  uid_validity bigint not null,
  uid bigint not null,
  message_key text,
  head_sha256 text,
  sha256 text,
  size bigint not null default 0,
  from_address text not null default '',
  subject text not null default '',
  sent_at timestamptz(3),
  state text not null check (state in ('stored', 'duplicate', 'refused', 'failed', 'wanted')),
  reason text,
  detail text,
  tries integer not null default 0,
  wanted_by bigint references "user" (id) on delete set null,
  upload_id bigint references upload (id) on delete set null,
  is_settled boolean not null default true,
  at timestamptz(3) not null
);
comment on table mailbox_message is 'A message of a mailbox, and what became of it';
create unique index mailbox_message_uid_key on mailbox_message (mailbox_id, uid_validity, uid);
create index mailbox_message_sha256_idx on mailbox_message (mailbox_id, sha256) where sha256 is not null;
create index mailbox_message_head_idx on mailbox_message (mailbox_id, head_sha256) where state in ('refused', 'failed', 'wanted');
create index mailbox_message_list_idx on mailbox_message (mailbox_id, state, id desc);
create index mailbox_message_unsettled_idx on mailbox_message (mailbox_id) where not is_settled;
create index mailbox_message_upload_idx on mailbox_message (upload_id) where upload_id is not null;

-- The facts that a message states which became an upload. `refs`: the messages that it replies to; messages that reply to each
-- other share a `thread`.
create table upload_mail (
  upload_id bigint not null primary key references upload (id) on delete cascade,
  mailbox_name text not null,
  from_address text not null,
  from_name text not null default '',
  to_text text not null default '',
  subject text not null default '',
  sent_at timestamptz(3),
  received_at timestamptz(3),
  message_key text,
  refs text[] not null default '{}',
  thread bigint not null
);
comment on table upload_mail is 'Sender, addressees and thread of an upload that came by mail';
create index upload_mail_thread_idx on upload_mail (thread, upload_id);
create index upload_mail_message_idx on upload_mail (message_key) where message_key is not null;
create index upload_mail_refs_idx on upload_mail using gin (refs);

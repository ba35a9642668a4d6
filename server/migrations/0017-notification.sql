-- What users follow, what they are told of it, and what is sent by mail.

alter table news add column told_at timestamptz(3);
create index news_waiting_idx on news (id) where told_at is null;
create index news_told_at_idx on news (told_at) where told_at is not null;

-- No foreign key to the record: `noun` names its table; `word_level` with 1 to 3 stands for all words of that level.
create table follow (
  noun text not null,
  record_id bigint not null,
  user_id bigint not null references "user" (id) on delete cascade,
  -- Followed because the user made the record.
  is_auto boolean not null default false,
  created_at timestamptz(3) not null,
  primary key (noun, record_id, user_id)
);
create index follow_user_idx on follow (user_id, created_at desc);

create table notification_setting (
  user_id bigint primary key references "user" (id) on delete cascade,
  setting jsonb not null default '{}',
  -- The moment up to which digests were made.
  digest_at timestamptz(3)
);

-- One message to one user: made once, sent until the mail server has taken it, under one Message-ID.
create table mail (
  id bigint generated always as identity primary key,
  user_id bigint not null references "user" (id) on delete cascade,
  kind text not null check (kind in ('now', 'digest')),
  message_id uuid not null default gen_random_uuid(),
  created_at timestamptz(3) not null,
  sent_at timestamptz(3)
);
create index mail_user_idx on mail (user_id, id);

create table notification (
  id bigint generated always as identity primary key,
  -- Order of telling, by which streams resume; an entry that grows comes again.
  seq bigint generated always as identity,
  user_id bigint not null references "user" (id) on delete cascade,
  family text not null,
  kind text not null,
  noun text not null,
  record_id bigint not null,
  -- What it leads to where that is not the record itself; it must be readable too.
  target_noun text,
  target_id bigint,
  -- The organisation whose pages it speaks of: what is readable by other rules is never in one entry.
  place_id bigint not null default 0,
  detail jsonb not null default '{}',
  -- Who did it, the latest first, at most five.
  actors bigint[] not null default '{}',
  count integer not null,
  first_at timestamptz(3) not null,
  at timestamptz(3) not null,
  read_at timestamptz(3),
  -- False: by mail alone.
  is_shown boolean not null default true,
  mail text not null default 'off' check (mail in ('off', 'now', 'digest')),
  mail_id bigint references mail (id) on delete set null
);
create index notification_user_idx on notification (user_id, seq desc);
create index notification_unread_idx on notification (user_id, noun, record_id) where read_at is null;
create index notification_mail_idx on notification (user_id, mail) where mail <> 'off' and mail_id is null and read_at is null;
create index notification_record_idx on notification (noun, record_id);
create index notification_mail_id_idx on notification (mail_id) where mail_id is not null;
create index notification_at_idx on notification (at);

-- Feedback of the team about the console, and files attached to records.

create type issue_kind as enum ('bug', 'wish', 'data');
-- Order is urgency: sorting by it puts the most urgent first.
create type issue_priority as enum ('urgent', 'high', 'normal', 'low');
create type issue_status as enum ('open', 'processing', 'resolved', 'closed');

create table issue (
  id bigint generated always as identity primary key,
  rev integer not null default 1,
  title text not null,
  content text not null default '',
  kind issue_kind not null,
  priority issue_priority not null default 'normal',
  status issue_status not null default 'open',
  -- The page of the console it was written on: an own path, and what that page is called.
  page_path text check (page_path like '/%' and page_path not like '//%'),
  page_title text,
  reporter bigint references "user" (id) on delete set null,
  assignee bigint references "user" (id) on delete set null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create index issue_status_idx on issue (status, updated_at desc, id desc) where deleted_at is null;
create index issue_reporter_idx on issue (reporter, updated_at desc);
create index issue_assignee_idx on issue (assignee, updated_at desc) where assignee is not null;
create index issue_updated_at_idx on issue (updated_at desc, id desc) where deleted_at is null;

create table issue_comment (
  id bigint generated always as identity primary key,
  rev integer not null default 1,
  issue_id bigint not null references issue (id) on delete cascade,
  author bigint references "user" (id) on delete set null,
  -- Kept as it was: a thread stays readable after its users are gone.
  author_name text not null,
  text text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index issue_comment_issue_id_idx on issue_comment (issue_id, id);
create index issue_comment_author_idx on issue_comment (author);

-- Each content is stored once; its blob goes when no attachment shows it.
create table attachment_content (
  hash bytea primary key check (octet_length(hash) = 32),
  blob_key text not null unique,
  size bigint not null check (size > 0),
  media_type text not null,
  is_picture boolean not null,
  created_at timestamptz(3) not null
);

create table attachment (
  id bigint generated always as identity primary key,
  -- The record it belongs to decides who may read it.
  noun text not null check (noun in ('issue', 'event', 'report')),
  record_id bigint not null,
  name text not null,
  hash bytea not null references attachment_content (hash),
  owner bigint references "user" (id) on delete set null,
  created_at timestamptz(3) not null
);
create index attachment_record_idx on attachment (noun, record_id, id);
create index attachment_hash_idx on attachment (hash);
create index attachment_owner_idx on attachment (owner);

-- Reports: each saving is a version; what is published is kept beside what is being written.

create type report_status as enum ('draft', 'review', 'published', 'archived');

-- The last number given in each year. Drawn in the transaction that makes the report, so that none is lost or doubled.
create table report_number (
  year integer primary key,
  last integer not null
);

create table report (
  id bigint generated always as identity primary key,
  rev integer not null default 1,
  number text not null unique,
  -- Of the newest version.
  title text not null,
  summary text,
  labels text[] not null default '{}',
  status report_status not null default 'draft',
  version integer not null default 0,
  author bigint references "user" (id) on delete set null,
  reviewer bigint references "user" (id) on delete set null,
  -- What those read who may read only what is published; it stays while a correction is written.
  published_version integer,
  published_at timestamptz(3),
  published_by bigint references "user" (id) on delete set null,
  published_title text,
  published_summary text,
  published_labels text[] not null default '{}',
  owner bigint references "user" (id) on delete set null,
  read_user bigint[] not null default '{}',
  write_user bigint[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  -- Reports that were never published stand before all others.
  published_place timestamptz not null generated always as (coalesce(published_at, '-infinity')) stored,
  name_key text not null generated always as (search_key(title, number)) stored,
  name_grams text[] not null generated always as (wide_grams(search_key(title))) stored,
  published_key text not null generated always as (search_key(coalesce(published_title, ''), number)) stored,
  published_grams text[] not null generated always as (wide_grams(search_key(coalesce(published_title, '')))) stored,
  check ((published_version is null) = (published_at is null)),
  check (published_version is not null or status in ('draft', 'review'))
);
create index report_updated_at_idx on report (updated_at desc, id desc) where deleted_at is null;
create index report_created_at_idx on report (created_at desc, id desc) where deleted_at is null;
create index report_published_idx on report (published_place desc, id desc) where deleted_at is null;
create index report_title_idx on report (title, id) where deleted_at is null;
create index report_status_idx on report (status, updated_at desc, id desc) where deleted_at is null;
create index report_owner_idx on report (owner);
create index report_author_idx on report (author);
create index report_reviewer_idx on report (reviewer);
create index report_published_by_idx on report (published_by);
create index report_deleted_at_idx on report (deleted_at) where deleted_at is not null;
create index report_labels_idx on report using gin (labels) where labels <> '{}';
create index report_name_key_idx on report using gin (name_key gin_trgm_ops) with (fastupdate = off);
create index report_name_grams_idx on report using gin (name_grams) with (fastupdate = off);
create index report_published_key_idx on report using gin (published_key gin_trgm_ops) with (fastupdate = off);
create index report_published_grams_idx on report using gin (published_grams) with (fastupdate = off);

-- A report as those see it who read only what is published: nothing in it tells of what is being written.
create view published_report as
  select id, published_version as rev, owner, created_at, published_at as updated_at, read_user, write_user, number,
    published_title as title, published_summary as summary,
    case when status = 'published' then labels else published_labels end as labels,
    'published'::report_status as status, published_version as version, published_version, published_at, author,
    published_by as reviewer, deleted_at, published_place, published_key as name_key, published_grams as name_grams
  from report where published_version is not null and status <> 'archived';

create table report_version (
  report_id bigint not null references report (id) on delete cascade,
  number integer not null,
  title text not null,
  summary text,
  body jsonb not null,
  -- What anyone who reads the report may read of it: names of records and quotations are left out.
  plain_text text not null,
  -- Characters of the whole text.
  length integer not null,
  saved_by bigint references "user" (id) on delete set null,
  saved_at timestamptz(3) not null,
  published_at timestamptz(3),
  primary key (report_id, number)
);
create index report_version_saved_by_idx on report_version (saved_by);

-- Records a report is about: given by its writers, named in its newest text, or either in what is published.
create table report_og (
  report_id bigint not null references report (id) on delete cascade,
  og_id bigint not null references og (id) on delete cascade,
  kind text not null check (kind in ('given', 'named', 'published')),
  primary key (report_id, og_id, kind)
);
create index report_og_og_idx on report_og (og_id, report_id);
create table report_person (
  report_id bigint not null references report (id) on delete cascade,
  person_id bigint not null references person (id) on delete cascade,
  kind text not null check (kind in ('given', 'named', 'published')),
  primary key (report_id, person_id, kind)
);
create index report_person_person_idx on report_person (person_id, report_id);
create table report_event (
  report_id bigint not null references report (id) on delete cascade,
  event_id bigint not null references event (id) on delete cascade,
  kind text not null check (kind in ('given', 'named', 'published')),
  primary key (report_id, event_id, kind)
);
create index report_event_event_idx on report_event (event_id, report_id);

-- What any version or draft has ever cited; page versions among it are kept. No foreign keys, as with events.
create table report_evidence (
  report_id bigint not null references report (id) on delete cascade,
  noun text not null check (noun in ('diff', 'page_version', 'upload', 'event')),
  record_id bigint not null,
  primary key (report_id, noun, record_id)
);
create index report_evidence_record_idx on report_evidence (noun, record_id);

-- What a user is writing and has not saved.
create table report_draft (
  report_id bigint not null references report (id) on delete cascade,
  user_id bigint not null references "user" (id) on delete cascade,
  base_rev integer not null,
  title text not null,
  summary text,
  body jsonb not null,
  saved_at timestamptz(3) not null,
  primary key (report_id, user_id)
);
create index report_draft_user_idx on report_draft (user_id);

-- Who is here; worth nothing after a crash.
create unlogged table report_presence (
  report_id bigint not null references report (id) on delete cascade,
  user_id bigint not null references "user" (id) on delete cascade,
  is_editing boolean not null,
  -- Since when so, without a gap.
  since timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  primary key (report_id, user_id)
);
create index report_presence_user_idx on report_presence (user_id);

create table report_comment (
  id bigint generated always as identity primary key,
  report_id bigint not null references report (id) on delete cascade,
  author bigint references "user" (id) on delete set null,
  content text not null,
  quote text,
  -- The comment that began the thread.
  reply_to bigint references report_comment (id) on delete cascade,
  version integer not null,
  created_at timestamptz(3) not null,
  resolved_at timestamptz(3),
  resolved_by bigint references "user" (id) on delete set null
);
create index report_comment_report_idx on report_comment (report_id, id);
create index report_comment_open_idx on report_comment (report_id) where resolved_at is null and reply_to is null;
create index report_comment_reply_idx on report_comment (reply_to) where reply_to is not null;
create index report_comment_author_idx on report_comment (author);
create index report_comment_resolved_by_idx on report_comment (resolved_by);

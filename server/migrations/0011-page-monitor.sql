-- Sites, rounds, pages, versions, differences: every table carries og_id first in its key, so that a distributed
-- PostgreSQL can keep each site together.

create table site (
  og_id bigint primary key references og (id) on delete cascade,
  rev integer not null default 1,
  is_on boolean not null default false,
  cron text not null default '0 6 * * *',
  zone text not null default 'Asia/Shanghai',
  jitter_min smallint not null default 10,
  max_pages integer not null default 2000,
  max_depth smallint not null default 10,
  max_page_mb smallint not null default 10,
  max_round_mb integer not null default 2000,
  max_minutes integer not null default 240,
  delay_ms integer not null default 1000,
  is_rendered boolean not null default false,
  charset text,
  filter jsonb not null default '{"include": [], "exclude": [], "ignore": []}',
  next_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index site_next_at_idx on site (next_at) where is_on;

create type round_state as enum ('running', 'stopping', 'stopped', 'complete', 'aborted');
create type round_cause as enum ('schedule', 'person');

create table round (
  og_id bigint not null references og (id) on delete cascade,
  number integer not null,
  state round_state not null default 'running',
  cause round_cause not null,
  user_id bigint references "user" (id) on delete set null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- Time spent before it was stopped and resumed counts no more.
  deadline_at timestamptz(3) not null,
  found integer not null default 0,
  fetched integer not null default 0,
  unchanged integer not null default 0,
  changed integer not null default 0,
  added integer not null default 0,
  removed integer not null default 0,
  failed integer not null default 0,
  refused integer not null default 0,
  bytes bigint not null default 0,
  reasons jsonb not null default '{}',
  end_reason text,
  primary key (og_id, number)
);
-- One round of a site at a time, also when two ask at once.
create unique index round_open_key on round (og_id) where state in ('running', 'stopping', 'stopped');

-- Counts by reason, summed: {"robots": 1} and {"robots": 2, "dns": 1} are {"robots": 3, "dns": 1}.
create function add_counts(a jsonb, b jsonb) returns jsonb language sql immutable parallel safe as $$
  select coalesce(jsonb_object_agg(key, total), '{}') from (
    select key, sum(value::int) as total from (
      select * from jsonb_each_text(a) union all select * from jsonb_each_text(b)
    ) as every group by key
  ) as summed
$$;

create type page_status as enum ('active', 'gone', 'forbidden', 'error');

create table page (
  og_id bigint not null references og (id) on delete cascade,
  id bigint generated always as identity,
  url text not null,
  -- The canonical form of the address: two addresses of one key are one page.
  url_key text not null,
  depth smallint not null default 0,
  title text,
  language text,
  status page_status not null default 'active',
  status_reason text,
  first_seen_at timestamptz(3) not null,
  last_fetched_at timestamptz(3),
  last_changed_at timestamptz(3),
  versions integer not null default 0,
  hits integer not null default 0,
  -- The newest good version, and the newest capture that was not believed.
  last_version bigint,
  low_version bigint,
  etag text,
  last_modified text,
  last_round integer not null default 0,
  -- Rounds in a row with evidence that the page is gone; the first failure since the last good answer.
  gone_rounds smallint not null default 0,
  failing_since timestamptz(3),
  primary key (og_id, id)
);
create unique index page_url_key on page (og_id, url_key);
create index page_id_idx on page (id);
create index page_last_changed_at_idx on page (last_changed_at desc nulls last, id desc);

-- Captures, each content once. The bytes lie in packs of the blob store; a row is written only after its bytes are durable.
create table blob (
  -- SHA-256 of the raw content.
  hash bytea primary key check (octet_length(hash) = 32),
  -- What a delta builds on.
  base bytea references blob (hash),
  pack uuid not null,
  created_at timestamptz(3) not null default now(),
  at integer not null,
  stored integer not null,
  size integer not null,
  -- Versions since the one that stands alone: it says which base the next delta takes.
  step smallint not null default 0 check (step >= 0),
  -- Found unreadable by the check; the row stays as a witness.
  is_lost boolean not null default false,
  codec text not null check (codec in ('raw', 'zstd', 'delta')),
  check ((codec = 'delta') = (base is not null)),
  check ((codec = 'delta') = (step > 0))
);
create index blob_base_idx on blob (base) where base is not null;
create index blob_pack_idx on blob (pack);

create table page_version (
  og_id bigint not null,
  page_id bigint not null,
  id bigint generated always as identity,
  round integer not null,
  fetched_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  http_status smallint,
  effective_status smallint,
  is_good boolean not null,
  quality_reasons text[] not null default '{}',
  hash bytea not null references blob (hash),
  text_hash bytea not null,
  -- The text of what is no HTML, such as a PDF.
  text_blob bytea references blob (hash),
  extractor smallint not null,
  -- The dictionary's version it was last searched with.
  scanned integer not null default 0,
  size integer not null,
  title text,
  content_type text,
  charset text,
  headers jsonb not null default '[]',
  hops jsonb not null default '[]',
  final_url text not null,
  hits integer not null default 0,
  is_lost boolean not null default false,
  primary key (og_id, page_id, id),
  foreign key (og_id, page_id) references page (og_id, id) on delete cascade
);
create index page_version_id_idx on page_version (id);
create index page_version_hash_idx on page_version (hash);
create index page_version_text_blob_idx on page_version (text_blob) where text_blob is not null;

create type diff_kind as enum ('added', 'changed', 'removed', 'link_only');
create type diff_status as enum ('unread', 'important', 'ignored', 'done');

create table diff (
  og_id bigint not null,
  id bigint generated always as identity,
  page_id bigint not null,
  round integer not null,
  from_version bigint,
  to_version bigint,
  kind diff_kind not null,
  added integer not null default 0,
  removed integer not null default 0,
  links_added integer not null default 0,
  links_removed integer not null default 0,
  score smallint not null check (score between 0 and 100),
  is_judged boolean not null default false,
  reasons jsonb not null default '[]',
  -- What its score is made of; the judge of a round weighs those of all its pages together.
  facts jsonb,
  excerpt text,
  cluster text,
  status diff_status not null default 'unread',
  note text,
  note_reasons text[] not null default '{}',
  reviewer bigint references "user" (id) on delete set null,
  reviewed_at timestamptz(3),
  rev integer not null default 1,
  created_at timestamptz(3) not null,
  primary key (og_id, id),
  foreign key (og_id, page_id) references page (og_id, id) on delete cascade
);
create index diff_id_idx on diff (id);
create index diff_score_idx on diff (score desc, id desc) where status = 'unread';
create index diff_status_idx on diff (status, id desc);
create index diff_page_idx on diff (og_id, page_id, id);
create index diff_round_idx on diff (og_id, round);
create index diff_cluster_idx on diff (cluster) where cluster is not null;

create type frontier_state as enum ('waiting', 'taken', 'done', 'failed', 'refused');

-- The addresses of open rounds; emptied when a round ends.
create table frontier (
  og_id bigint not null references og (id) on delete cascade,
  url_key text not null,
  -- 0: one page alone, asked for by a person.
  round integer not null,
  url text not null,
  host text not null,
  depth smallint not null,
  priority smallint not null default 0,
  state frontier_state not null default 'waiting',
  next_at timestamptz(3) not null,
  attempts smallint not null default 0,
  reason text,
  primary key (og_id, url_key)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
create index frontier_host_idx on frontier (host, priority desc, depth, next_at) where state = 'waiting';
create index frontier_open_idx on frontier (og_id) where state in ('waiting', 'taken');

create table device (
  id bigint generated always as identity primary key,
  name text not null,
  host text not null,
  version text not null,
  started_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  stopped_at timestamptz(3),
  sites integer not null default 0,
  pages bigint not null default 0,
  pages_per_minute real not null default 0,
  usual_per_minute real not null default 0,
  memory_mb integer not null default 0,
  last_error text,
  last_error_at timestamptz(3)
);

create table device_minute (
  device_id bigint not null references device (id) on delete cascade,
  minute timestamptz(0) not null,
  pages integer not null,
  primary key (device_id, minute)
);

-- When a host may be asked again, by whom it is being asked, and what its robots.txt says.
create table host_clock (
  host text primary key,
  device_id bigint references device (id) on delete set null,
  lease_until timestamptz(3),
  next_at timestamptz(3) not null,
  back_off_ms integer not null default 0,
  fails smallint not null default 0,
  robots text,
  robots_state text,
  robots_at timestamptz(3)
) with (fillfactor = 70);

create type word_kind as enum ('word', 'allow');

create table word (
  id bigint generated always as identity primary key,
  rev integer not null default 1,
  word text not null,
  -- The word with letter case, width and script set aside.
  key text not null unique,
  kind word_kind not null default 'word',
  category text,
  level smallint not null default 2 check (level between 1 and 3),
  enabled boolean not null default true,
  note text,
  owner bigint references "user" (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index word_updated_at_idx on word (updated_at desc, id desc);
create index word_category_idx on word (category) where category is not null;

create table dictionary (only_one boolean primary key default true check (only_one), version integer not null);
insert into dictionary (version) values (1);

create function raise_dictionary() returns trigger language plpgsql as $$
begin
  update dictionary set version = version + 1;
  return null;
end $$;
create trigger word_dictionary after insert or delete on word for each statement execute function raise_dictionary();
create trigger word_change_dictionary after update of word, key, kind, level, enabled on word
  for each statement execute function raise_dictionary();

-- Sensitive words in a version; new_count are those its predecessor did not have.
create table hit (
  og_id bigint not null,
  page_id bigint not null,
  version_id bigint not null,
  word_id bigint not null references word (id) on delete cascade,
  count integer not null,
  new_count integer not null,
  found_at timestamptz(3) not null,
  primary key (og_id, page_id, version_id, word_id),
  foreign key (og_id, page_id, version_id) references page_version (og_id, page_id, id) on delete cascade
);
create index hit_word_idx on hit (word_id);
create index hit_found_at_idx on hit (found_at) where new_count > 0;

-- Names of records in a version. A mention never makes a record, and shows only to who may read both.
create table mention (
  og_id bigint not null,
  page_id bigint not null,
  version_id bigint not null,
  noun text not null check (noun in ('og', 'person')),
  record_id bigint not null,
  name text not null,
  count integer not null,
  is_new boolean not null,
  found_at timestamptz(3) not null,
  primary key (og_id, page_id, version_id, noun, record_id),
  foreign key (og_id, page_id, version_id) references page_version (og_id, page_id, id) on delete cascade
);
create index mention_record_idx on mention (noun, record_id, found_at desc);

-- The evidence of an event; no foreign key, for versions are kept by site.
alter table event add column page_version bigint;
create index event_page_version_idx on event (page_version) where page_version is not null;
alter table event add column diff_id bigint;
create index event_diff_idx on event (diff_id) where diff_id is not null;

-- Addresses that a page links to and that did not answer with a page: asked again in the next rounds, since an unchanged
-- page is not read for its links.
create table missing (
  og_id bigint not null references og (id) on delete cascade,
  url_key text not null,
  url text not null,
  depth smallint not null,
  rounds smallint not null default 1,
  primary key (og_id, url_key)
);

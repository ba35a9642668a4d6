-- Stylesheets, pictures and fonts of pages: stored once by content, and tied to the versions that showed them.
alter table site add column asset_mb integer not null default 0;
alter table host_clock add column asset_until timestamptz(3);
comment on column host_clock.asset_until is 'Until then a job fetches stylesheets and pictures of this host, and no collector its pages';

create table page_asset (
  id bigint generated always as identity primary key,
  og_id bigint not null references og (id) on delete cascade,
  url text not null,
  hash bytea references blob (hash),
  final_url text,
  media_type text,
  size integer not null default 0,
  etag text,
  last_modified text,
  fault text,
  checked_at timestamptz(3) not null,
  unique nulls not distinct (og_id, url, hash),
  check ((hash is null) = (fault is not null))
);
comment on table page_asset is 'A content that an address of a stylesheet, picture or font had, or the last failure to fetch it';
create index page_asset_hash_idx on page_asset (hash) where hash is not null;

create table page_snapshot (
  og_id bigint not null,
  page_id bigint not null,
  version_id bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'done')),
  attempts smallint not null default 0,
  next_at timestamptz(3) not null,
  counts jsonb not null default '{}',
  primary key (og_id, page_id, version_id),
  foreign key (og_id, page_id, version_id) references page_version (og_id, page_id, id) on delete cascade
);
comment on table page_snapshot is 'The appearance of a page version: which stylesheets and pictures were stored, and how many were not, by reason';
create index page_snapshot_waiting_idx on page_snapshot (next_at) where state = 'waiting';

create table page_snapshot_asset (
  og_id bigint not null,
  page_id bigint not null,
  version_id bigint not null,
  asset_id bigint not null references page_asset (id) on delete cascade,
  primary key (og_id, page_id, version_id, asset_id),
  foreign key (og_id, page_id, version_id) references page_snapshot (og_id, page_id, version_id) on delete cascade
);
comment on table page_snapshot_asset is 'A stylesheet, picture or font with the content that it had when the version was fetched';
create index page_snapshot_asset_asset_idx on page_snapshot_asset (asset_id);

create function page_asset_loosened() returns trigger language plpgsql as $$
begin
  insert into blob_loose (hash) select distinct hash from former where hash is not null order by hash on conflict do nothing;
  return null;
end $$;
create trigger page_asset_loosens after delete on page_asset referencing old table as former
  for each statement execute function page_asset_loosened();

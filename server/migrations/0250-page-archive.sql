-- Versions of pages from web archive files that editors upload: the past of a site before its first visit.
create table page_archive (
  id bigint generated always as identity primary key,
  og_id bigint not null references og (id) on delete cascade,
  file_name text not null,
  file_key text,
  size bigint not null,
  sha256 text not null,
  format text,
  state text not null default 'reading' check (state in ('reading', 'done', 'failed')),
  step integer not null default 0,
  records integer not null default 0,
  counts jsonb not null default '{}',
  fault text,
  locale text not null,
  owner bigint,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  ended_at timestamptz(3),
  unique (og_id, sha256)
);
comment on table page_archive is 'A web archive file whose captures became versions of pages';
comment on column page_archive.records is 'Records of the file that are settled; a killed job continues after them';
create index page_archive_file_key_idx on page_archive (file_key) where file_key is not null;

alter table page_version add column archive_id bigint references page_archive (id);
create index page_version_archive_idx on page_version (archive_id) where archive_id is not null;

create table page_archive_sighting (
  archive_id bigint not null references page_archive (id) on delete cascade,
  record integer not null,
  og_id bigint not null,
  page_id bigint not null,
  version_id bigint not null,
  at timestamptz(3) not null,
  primary key (archive_id, record),
  foreign key (og_id, page_id, version_id) references page_version (og_id, page_id, id) on delete cascade
);
comment on table page_archive_sighting is 'A capture of an archive in which a version was present';
create index page_archive_sighting_version_idx on page_archive_sighting (og_id, page_id, version_id);

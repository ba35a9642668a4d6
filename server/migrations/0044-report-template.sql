-- How files of the house look: one row; without it everything is as it came.
create table report_template (
  is_only boolean primary key default true check (is_only),
  rev integer not null default 1,
  organisation text not null default '',
  -- Words that may stand on every page, and the one that does where a report chooses none.
  markings text[] not null default '{}',
  marking text,
  color text not null,
  -- A PNG as a data address: it goes with the row into backups.
  logo text,
  updated_at timestamptz(3) not null,
  updated_by bigint references "user" (id) on delete set null
);

-- The word chosen for this report; null: the house's own.
alter table report add column marking text;

create or replace view published_report as
select id, published_version as rev, owner, created_at, published_at as updated_at, read_user, write_user, number,
  published_title as title, published_summary as summary,
  case when status = 'published' then labels else published_labels end as labels,
  'published'::report_status as status, published_version as version, published_version, published_at, author,
  published_by as reviewer, deleted_at, published_place, published_key as name_key, published_grams as name_grams, marking
from report where published_version is not null and status <> 'archived';

comment on table report_template is 'How reports and profiles look as files, one row';

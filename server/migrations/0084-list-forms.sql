-- Tables are lists too once somebody has said what their columns mean; what of a file cannot be taken is told entry by entry.
alter table list add column mapping jsonb;

alter table list_version drop constraint list_version_state_check;
alter table list_version add constraint list_version_state_check
  check (state in ('loading', 'mapping', 'held', 'done', 'same', 'failed', 'cancelled'));
drop index list_version_open_key;
create unique index list_version_open_key on list_version (list_id) where state in ('loading', 'mapping', 'held');
alter table list_version add column held_for text check (held_for in ('removed', 'set_aside'));
alter table list_version add column set_aside integer not null default 0;
alter table list_version add column trimmed integer not null default 0;
alter table list_version add column left_kinds jsonb not null default '{}';
alter table list_version add column sheet jsonb;

create table list_set_aside (
  version_id bigint not null references list_version on delete cascade,
  n integer not null,
  key text,
  caption text not null,
  reason text not null,
  detail jsonb not null default '{}',
  is_taken boolean not null,
  primary key (version_id, n, reason)
);
comment on table list_set_aside is 'Entries of a loading that were not taken, or not whole, and why; n is their line or place in the file';

-- What cost more with every page that is kept: an index or a note of what changed instead of reading all of it.

-- The rows of one edit belong to a round of a site; the same edit comes again in other rounds.
create index diff_round_cluster_idx on diff (og_id, round, cluster);
drop index diff_round_idx;
-- What waits of a site, by round: reviews and the list of rounds ask it of sites with years of decided differences.
create index diff_waiting_idx on diff (og_id, round, score) where status = 'unread';

-- Hosts in hand are few among all that were ever met.
create index host_clock_held_idx on host_clock (device_id) where device_id is not null;

-- When a round ended last is asked by every dashboard.
create index round_ended_idx on round (ended_at desc) where ended_at is not null;

-- Retention looks among versions that are not the newest of their page, oldest first.
alter table page_version add column is_replaced boolean not null default false;
update page_version set is_replaced = true from page
  where page.og_id = page_version.og_id and page.id = page_version.page_id
    and page_version.id is distinct from page.last_version and page_version.id is distinct from page.low_version;
create index page_version_replaced_idx on page_version (fetched_at, id) where is_replaced;
create function page_version_replaced() returns trigger language plpgsql as $$
begin
  update page_version set is_replaced = true
    where og_id = old.og_id and page_id = old.id and id in (old.last_version, old.low_version)
      and id is distinct from new.last_version and id is distinct from new.low_version;
  return null;
end $$;
create trigger page_version_replaced after update on page for each row
  when (old.last_version is distinct from new.last_version or old.low_version is distinct from new.low_version)
  execute function page_version_replaced();

-- Contents that lost a version: tidying looks at these instead of at all.
create table blob_loose (
  hash bytea primary key,
  at timestamptz(3) not null default now()
);
comment on table blob_loose is 'Contents of which a version was removed, to be looked at when tidying';
create function blob_loosened() returns trigger language plpgsql as $$
begin
  insert into blob_loose (hash) select distinct hash from
      (select hash from former union all select text_blob from former where text_blob is not null) as gone
    order by hash on conflict do nothing;
  return null;
end $$;
create trigger page_version_loosens after delete on page_version referencing old table as former
  for each statement execute function blob_loosened();

-- Each round writes into rows that were written before: room beside them keeps that within the page and out of the indexes.
-- A fifth of ten million dead rows is too late for a vacuum, and too much for one.
alter table page set (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table page_version set (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.05);
alter table diff set (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table blob set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
alter table hit set (autovacuum_vacuum_scale_factor = 0.02);
alter table mention set (autovacuum_vacuum_scale_factor = 0.02);

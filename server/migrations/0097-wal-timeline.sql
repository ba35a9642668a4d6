-- Timelines on which this database has gone on, each written by the primary that began it. What stands here reaches exactly the
-- copies that follow it: a copy that still follows a primary cut off long ago may have got further in the log, and lacks the row.
create table wal_timeline (
  system text not null check (system ~ '^[0-9]{1,20}$'),
  timeline text not null check (timeline ~ '^[0-9a-f]{8}$'),
  primary key (system, timeline)
);
comment on table wal_timeline is 'Timelines on which this database has gone on; a copy that lacks the present one follows another server, and is not read';

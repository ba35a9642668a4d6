-- Restricted records by everyone who may read them, so that one reader's are found without reading all the others'.
drop index og_restricted_idx;
drop index person_restricted_idx;
drop index event_restricted_idx;
create index og_restricted_idx on og using gin ((read_user || write_user || owner)) with (fastupdate = off)
  where deleted_at is null and read_user <> '{}';
create index person_restricted_idx on person using gin ((read_user || write_user || owner)) with (fastupdate = off)
  where deleted_at is null and read_user <> '{}';
create index event_restricted_idx on event using gin ((read_user || write_user || owner)) with (fastupdate = off)
  where deleted_at is null and read_user <> '{}';

-- Events that everyone may read, by time; and where the last one ends.
create index event_open_time_idx on event (start_at) include (region) where deleted_at is null and read_user = '{}';
create index event_end_idx on event (upper(span)) where deleted_at is null;

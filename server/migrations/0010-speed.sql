-- A month of events is counted from an index alone: those everyone may read, and those few may with who they are.
create index event_open_days_idx on event (start_at) include (id, level, span, start_time, end_time)
  where deleted_at is null and read_user = '{}';
create index event_closed_days_idx on event (start_at) include (id, level, span, start_time, end_time, owner, read_user, write_user)
  where deleted_at is null and read_user <> '{}';

-- What a link may not lead to is found by number, without reading the records: what is deleted, and what few may read.
create index og_deleted_id_idx on og (id) where deleted_at is not null;
create index person_deleted_id_idx on person (id) where deleted_at is not null;
create index og_closed_id_idx on og (id) include (owner, read_user, write_user) where deleted_at is null and read_user <> '{}';
create index person_closed_id_idx on person (id) include (owner, read_user, write_user)
  where deleted_at is null and read_user <> '{}';

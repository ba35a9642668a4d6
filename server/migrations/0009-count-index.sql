-- Administrators count what few may read too, from an index alone.
create index og_closed_count_idx on og (region, danger_level) where deleted_at is null and read_user <> '{}';
create index person_closed_count_idx on person (is_focus) where deleted_at is null and read_user <> '{}';

-- The map reads places with what stands there from the index alone.
drop index event_place_idx;
create index event_place_idx on event (lat, lng) include (id, level) where deleted_at is null and lat is not null;
create index event_open_place_idx on event (lat, lng) include (id, level)
  where deleted_at is null and lat is not null and read_user = '{}';

-- The line that lists show of a difference is chosen when its round is judged, among candidates stored with it.
alter table diff add column lines jsonb, add column excerpt_runs jsonb;

-- The inbox counts what was decided since a time of today.
create index screening_decided_at_idx on screening (decided_at) where decided_at is not null;
create index duplicate_decided_at_idx on duplicate (decided_at) where decided_at is not null;

-- Where a version stands in its family decides what the next one builds on; its depth alone does not tell.
alter table blob
  drop column depth,
  -- Versions since the one that stands alone.
  add column step smallint not null default 0 check (step >= 0),
  -- Its bytes, or those it builds on, cannot be read any more; the row stays as a witness.
  add column is_lost boolean not null default false,
  alter column pack set not null,
  add check ((codec = 'delta') = (step > 0));

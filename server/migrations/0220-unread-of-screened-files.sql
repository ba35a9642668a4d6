-- What each column of a screened file holds that cannot be read, and what the comparison did not understand.
alter table screening_file
  add column seen jsonb not null default '[]'::jsonb,
  add column unread jsonb not null default '[]'::jsonb;

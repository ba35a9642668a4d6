-- What a dry run could not read, one entry a column and reason; and how it read the dates of each column.
alter table import add column problems jsonb not null default '[]', add column dates jsonb not null default '{}';

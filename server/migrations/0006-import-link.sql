-- What names of organisations in the rows mean, as the dry run found it.
alter table import add column links jsonb not null default '[]';

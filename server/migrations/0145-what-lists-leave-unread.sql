-- What a loading could not read, by column: how many values, and examples of them.
alter table list_version add column unread jsonb not null default '[]';

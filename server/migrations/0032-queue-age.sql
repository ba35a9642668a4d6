-- How long what changed waits to be found: the age of the oldest entry is what an alarm asks for.
alter table search_queue add column at timestamptz(3) not null default now();

-- The share of known pages that a scheduled round visits; 100 is every page in each round, as before.
alter table site add column visit_percent smallint not null default 100;

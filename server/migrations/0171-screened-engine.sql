-- The engine by which all records were compared with a list. A newer one finds what an older one did not: without the mark, records
-- that were compared before would be compared again only once they are edited.
alter table screened_list add column engine integer not null default 0;

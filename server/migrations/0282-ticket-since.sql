-- A ticket for a page version as it looked names the version since which changes are marked.
alter table ticket add column since_id bigint;

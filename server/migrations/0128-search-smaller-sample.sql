-- One in 64 entries instead of one in eight is enough to know that words are met everywhere, and to count them roughly.
create index search_entry_sample_64_idx on search_entry using gin (words) with (fastupdate = off)
  where ((record_id >> 4) & 63) = 0;
drop index search_entry_sample_idx;
-- Rows over 2 KB, as of most pages, keep their words and text beside the table: of up to 10,000 that are counted only access and time
-- are read, some of them from each block instead of three.
alter table search_entry set (toast_tuple_target = 400);

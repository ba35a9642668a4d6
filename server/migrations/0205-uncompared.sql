-- Names of a list beyond the limit of candidates: without these numbers, a comparison with only the best candidates looks like a
-- comparison with the whole list.
-- By list id: upper bound of names that share enough with the record but were not compared; null if there are none.
alter table screened_record add column uncompared jsonb;
-- Number of rows that were compared with only the best candidates of a list.
alter table screening_file add column uncompared integer not null default 0;

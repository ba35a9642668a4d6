-- Where in its file the table was found; null of JSON, and of what an earlier edition has read.
alter table screening_file add column layout jsonb;

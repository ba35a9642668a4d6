-- How much of a PDF's text its reader could read; null of other texts, and where an earlier reader has read it.
alter table page_version add column text_counts jsonb;

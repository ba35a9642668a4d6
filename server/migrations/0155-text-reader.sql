-- By which version of the readers a text was read, so that a better one reads it again; 0: one before they were counted.
alter table upload add column reader_version smallint not null default 0;
-- What the reader saw and could not read: pages, pages without text, characters.
alter table upload add column text_counts jsonb;
-- Looked through for texts of older readers.
create index upload_reader_version_idx on upload (reader_version, id) where status not in ('received', 'processing');

alter table page_version add column reader_version smallint not null default 0;
alter table page_version add column text_counts jsonb;
-- Only versions whose text stands apart from what was sent (PDF) are read again.
create index page_version_reader_version_idx on page_version (reader_version, id) where text_blob is not null;

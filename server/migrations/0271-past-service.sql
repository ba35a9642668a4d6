-- Captures that are fetched from a web archive: a fetch is an archive without a file.
alter table page_archive add column request jsonb, add column cursor jsonb;
create unique index page_archive_fetching_key on page_archive (og_id) where request is not null and state = 'reading';

-- A WARC record that only refers to another capture names the digest of its payload.
alter table page_archive_sighting add column digest text;
create index page_archive_sighting_digest_idx on page_archive_sighting (og_id, page_id, digest) where digest is not null;

-- Texts from archives are searched like others; the newest version of their page does not change.
create trigger page_version_search_archived after insert on page_version for each row
  when (new.archive_id is not null) execute function search_after_version_text();
insert into search_queue (noun, record_id, is_bulk)
  select distinct 'page', page_id, true from page_version where archive_id is not null;

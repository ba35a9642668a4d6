-- Nothing writes it: what a page's PDF leaves unread is counted in its upload alone.
alter table page_version drop column text_counts;

-- A text that was read again is found by the search as it is now.
create function search_after_version_text() returns trigger language plpgsql as $$
begin
  insert into search_queue (noun, record_id, is_bulk) values ('page', new.page_id, true);
  return null;
end $$;
create trigger page_version_search_text after update of text_blob on page_version for each row
  when (old.text_blob is distinct from new.text_blob) execute function search_after_version_text();

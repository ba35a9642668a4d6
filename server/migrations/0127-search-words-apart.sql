-- How a name sounds keeps the blank after a short word where its script writes words apart: entries that have some are made anew.
insert into search_queue (noun, record_id, is_bulk)
select 'og', id, true from og where name_key ~ '[\u0370-\u0dff\u10a0-\u10ff\u1200-\u137f]'
union all
select 'person', id, true from person where name_key ~ '[\u0370-\u0dff\u10a0-\u10ff\u1200-\u137f]';

-- Names of other scripts are found by Latin letters: entries that have some are made anew.
insert into search_queue (noun, record_id, is_bulk)
select 'og', id, true from og where name_key ~ '[\u0370-\u09ff\u3040-\u30ff\uac00-\ud7af]'
union all
select 'person', id, true from person where name_key ~ '[\u0370-\u09ff\u3040-\u30ff\uac00-\ud7af]'
union all
select 'event', id, true from event where title ~ '[\u0370-\u09ff\u3040-\u30ff\uac00-\ud7af]';

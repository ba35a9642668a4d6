-- Events of one title share another key: all are compared again.
insert into duplicate_queue (noun, record_id) select 'event', id from event where deleted_at is null order by id;

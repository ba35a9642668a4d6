-- What goes beyond the entries of a window is kept one by one: not listed, not counted as unread, but shown where the entry leads that
-- counts the rest.
alter table notification add column is_beyond boolean not null default false;
create index notification_beyond_idx on notification (user_id, seq desc) where is_beyond;

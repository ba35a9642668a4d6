-- Captures of a fetch from a web archive that are requested again; without a time: the list of a page's captures.
create table page_archive_retry (
  id bigint generated always as identity primary key,
  archive_id bigint not null references page_archive (id) on delete cascade,
  url text not null,
  timestamp text not null,
  attempts smallint not null,
  next_at timestamptz(3) not null
);
comment on table page_archive_retry is 'A capture that a web archive did not deliver and that is requested again';
create index page_archive_retry_next_idx on page_archive_retry (archive_id, next_at);

alter table page_archive drop constraint page_archive_state_check,
  add constraint page_archive_state_check check (state in ('reading', 'done', 'failed', 'cancelled'));

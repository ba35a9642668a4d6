-- Pictures of pages that the browser draws, kept with the appearance of a version.
alter table page_snapshot add column picture bytea references blob (hash);
alter table page_snapshot add column picture_size integer not null default 0;
create index page_snapshot_picture_idx on page_snapshot (picture) where picture is not null;
comment on column page_snapshot.picture is 'WebP of the whole page as the browser drew it';

create function page_snapshot_loosened() returns trigger language plpgsql as $$
begin
  insert into blob_loose (hash) select distinct picture from former where picture is not null order by picture
    on conflict do nothing;
  return null;
end $$;
create trigger page_snapshot_loosens after delete on page_snapshot referencing old table as former
  for each statement execute function page_snapshot_loosened();

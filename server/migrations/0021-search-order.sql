-- What people write one by one is found before what an import, a sweep or the monitor writes.

-- A transaction that writes many records says so (`og.bulk`).
alter table search_queue
  add column is_bulk boolean not null default coalesce(current_setting('og.bulk', true), '') = 'on',
  drop constraint search_queue_pkey,
  add primary key (is_bulk, id);

create or replace function search_after_page() returns trigger language plpgsql as $$
begin
  insert into search_queue (noun, record_id, is_bulk) values ('page', new.id, true);
  return null;
end $$;

create or replace function search_after_update() returns trigger language plpgsql as $$
begin
  insert into search_queue (noun, record_id) select tg_table_name, fresh.id from fresh;
  if not exists (select from fresh join former using (id)
    where (fresh.owner, fresh.read_user, fresh.write_user, fresh.deleted_at)
      is distinct from (former.owner, former.read_user, former.write_user, former.deleted_at)) then
    return null;
  end if;
  update search_entry set owner = fresh.owner, readers = readers_of(fresh.owner, fresh.read_user, fresh.write_user),
      is_hidden = fresh.deleted_at is not null
    from fresh where search_entry.noun = tg_table_name and search_entry.record_id = fresh.id;
  if tg_table_name = 'og' then
    update search_entry set owner = fresh.owner, readers = readers_of(fresh.owner, fresh.read_user, fresh.write_user),
        is_hidden = fresh.deleted_at is not null
      from fresh join former using (id) where search_entry.og_id = fresh.id and search_entry.noun = 'page'
        and (fresh.owner, fresh.read_user, fresh.write_user, fresh.deleted_at)
          is distinct from (former.owner, former.read_user, former.write_user, former.deleted_at);
    -- What was fetched while it lay in the trash.
    insert into search_queue (noun, record_id, is_bulk) select 'page', page.id, true
      from fresh join former using (id) join page on page.og_id = fresh.id
      where former.deleted_at is not null and fresh.deleted_at is null;
  end if;
  return null;
end $$;

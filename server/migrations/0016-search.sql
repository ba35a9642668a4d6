-- What can be found, written by the worker from the records' own tables and worth nothing beside them: it can be made
-- anew at any time. Who may read an entry is kept by triggers in the statement that changes it, never later.

create table search_entry (
  noun text not null check (noun in ('og', 'person', 'event', 'report', 'upload', 'page')),
  record_id bigint not null,
  -- Of a page: its version. Of a report: 0 what is being written, 1 what is published. Of an upload: the piece of its text.
  part bigint not null default 0,
  -- Whose site the page is of; access to it is access to the page.
  og_id bigint,
  owner bigint,
  -- Everyone who may read it besides administrators; null: all whose role reads its noun.
  readers bigint[],
  -- In the trash, with its organisation in the trash, or a report withdrawn.
  is_hidden boolean not null default false,
  -- The newest version of a page, the first piece of an upload; of all others true.
  is_newest boolean not null default true,
  -- The team's own rating, 0 to 100.
  weight smallint not null default 0,
  region text,
  at timestamptz(3) not null,
  written_at timestamptz(3) not null,
  title text not null,
  aliases text[] not null default '{}',
  subtitle text,
  -- Folded names, each between bars, then how they sound: pinyin and initials.
  names text not null,
  sounds text not null default '',
  body text not null,
  words tsvector not null,
  primary key (noun, record_id, part)
);
-- Long columns leave the row, so that counting passes over few pages.
alter table search_entry alter column words set storage external;
alter table search_entry set (toast_tuple_target = 128, autovacuum_vacuum_scale_factor = 0.05);
create index search_entry_words_idx on search_entry using gin (words) with (fastupdate = off);
create index search_entry_og_idx on search_entry (og_id) where og_id is not null;
create index search_entry_written_idx on search_entry (written_at);

-- Beginnings of names, for suggestions: whole names, their later words, pinyin, initials.
create table search_name (
  noun text not null,
  record_id bigint not null,
  part bigint not null,
  kind text not null check (kind in ('name', 'alias', 'word', 'pinyin', 'initials')),
  key text collate "C" not null,
  primary key (noun, record_id, part, kind, key),
  foreign key (noun, record_id, part) references search_entry (noun, record_id, part) on delete cascade
);
create index search_name_key_idx on search_name (key);

-- Records whose entries are to be written anew. Only added to and taken from, so that no writer waits for another.
create table search_queue (
  id bigint generated always as identity primary key,
  noun text not null,
  record_id bigint not null
);

create table saved_search (
  id bigint generated always as identity primary key,
  owner bigint not null references "user" (id) on delete cascade,
  name text not null,
  query jsonb not null,
  is_notifying boolean not null default false,
  -- Entries written up to here have been looked at.
  checked_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  created_at timestamptz(3) not null
);
create unique index saved_search_name_key on saved_search (owner, lower(name));

-- What a saved search has found, so that nothing is told twice.
create table saved_search_hit (
  saved_search_id bigint not null references saved_search (id) on delete cascade,
  noun text not null,
  record_id bigint not null,
  found_at timestamptz(3) not null,
  primary key (saved_search_id, noun, record_id)
);

-- Everyone who may read a record besides administrators; null where its role says all.
create function readers_of(owner bigint, read_user bigint[], write_user bigint[]) returns bigint[]
  language sql immutable parallel safe
as $$ select case when read_user = '{}' then null else array_remove(read_user || write_user || owner, null) end $$;

create function search_after_insert() returns trigger language plpgsql as $$
begin
  insert into search_queue (noun, record_id) select tg_table_name, fresh.id from fresh;
  return null;
end $$;

create function search_after_update() returns trigger language plpgsql as $$
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
    insert into search_queue (noun, record_id) select 'page', page.id
      from fresh join former using (id) join page on page.og_id = fresh.id
      where former.deleted_at is not null and fresh.deleted_at is null;
  end if;
  return null;
end $$;

create function search_after_delete() returns trigger language plpgsql as $$
begin
  delete from search_entry using former where noun = tg_table_name and record_id = former.id;
  return null;
end $$;

-- A link says whose record changed: its first column.
create function search_after_link() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    execute format('insert into search_queue (noun, record_id) select distinct %L, fresh.%I from fresh', tg_argv[0], tg_argv[1]);
  else
    execute format('insert into search_queue (noun, record_id) select distinct %L, former.%I from former', tg_argv[0], tg_argv[1]);
  end if;
  return null;
end $$;

do $$
declare
  noun text;
  link text[];
begin
  foreach noun in array array['og', 'person', 'event', 'upload', 'report'] loop
    continue when to_regclass(noun) is null;
    execute format('create trigger %I after insert on %I referencing new table as fresh
      for each statement execute function search_after_insert()', noun || '_search_insert', noun);
    execute format('create trigger %I after update on %I referencing new table as fresh old table as former
      for each statement execute function search_after_update()', noun || '_search_update', noun);
    execute format('create trigger %I after delete on %I referencing old table as former
      for each statement execute function search_after_delete()', noun || '_search_delete', noun);
  end loop;
  foreach link slice 1 in array array[['membership', 'person'], ['event_og', 'event'], ['event_person', 'event'],
      ['upload_og', 'upload'], ['upload_person', 'upload'], ['report_og', 'report'], ['report_person', 'report']] loop
    continue when to_regclass(link[1]) is null;
    execute format('create trigger %I after insert on %I referencing new table as fresh
      for each statement execute function search_after_link(%L, %L)', link[1] || '_search_insert', link[1], link[2], link[2] || '_id');
    execute format('create trigger %I after delete on %I referencing old table as former
      for each statement execute function search_after_link(%L, %L)', link[1] || '_search_delete', link[1], link[2], link[2] || '_id');
  end loop;
  -- A report that is withdrawn is gone at once from those who read only what is published. By its name this comes after
  -- the trigger that says what lies in the trash.
  if to_regclass('report') is not null then
    execute 'create function search_after_publishing() returns trigger language plpgsql as $f$
    begin
      update search_entry set is_hidden = fresh.deleted_at is not null or fresh.published_version is null or fresh.status = ''archived''
        from fresh where search_entry.noun = ''report'' and search_entry.record_id = fresh.id and search_entry.part = 1;
      return null;
    end $f$';
    execute 'create trigger report_search_withdraw after update on report referencing new table as fresh
      for each statement execute function search_after_publishing()';
  end if;
end $$;

-- Pages are written at every visit; only another version, title or address is something to be found.
create function search_after_page() returns trigger language plpgsql as $$
begin
  insert into search_queue (noun, record_id) values ('page', new.id);
  return null;
end $$;
create trigger page_search_insert after insert on page
  for each row when (new.last_version is not null) execute function search_after_page();
create trigger page_search_update after update on page
  for each row when (old.last_version is distinct from new.last_version or old.title is distinct from new.title)
  execute function search_after_page();
create function search_after_page_delete() returns trigger language plpgsql as $$
begin
  delete from search_entry using former where noun = 'page' and record_id = former.id;
  return null;
end $$;
create trigger page_search_delete after delete on page referencing old table as former
  for each statement execute function search_after_page_delete();
create function search_after_version_delete() returns trigger language plpgsql as $$
begin
  delete from search_entry using former where noun = 'page' and record_id = former.page_id and part = former.id;
  return null;
end $$;
create trigger page_version_search_delete after delete on page_version referencing old table as former
  for each statement execute function search_after_version_delete();

-- What is there already is found too.
insert into search_queue (noun, record_id) select 'og', id from og;
insert into search_queue (noun, record_id) select 'person', id from person;
insert into search_queue (noun, record_id) select 'event', id from event;
insert into search_queue (noun, record_id) select 'page', id from page where last_version is not null;

-- What a row costs that an import writes.

-- Whether sources and users named by claims exist is asked once for each statement; a foreign key asks for each row.
alter table claim drop constraint claim_source_id_fkey;
alter table claim drop constraint claim_stated_by_fkey;
alter table claim drop constraint claim_withdrawn_by_fkey;

create function claim_names_known() returns trigger language plpgsql as $$
declare
  unknown bigint;
begin
  -- Held as a foreign key holds them: whoever deletes one waits until these claims are there to be seen.
  with named as materialized (select distinct source_id as id from changed),
    held as materialized (select source.id from source where source.id in (select id from named) for key share)
  select id into unknown from named where id not in (select id from held) limit 1;
  if found then
    raise exception 'claim names source %, which does not exist', unknown
      using errcode = 'foreign_key_violation', table = 'claim', constraint = 'claim_source_known';
  end if;
  with named as materialized (select distinct by.id from changed cross join lateral (values (stated_by), (withdrawn_by)) as by (id)
      where by.id is not null),
    held as materialized (select "user".id from "user" where "user".id in (select id from named) for key share)
  select id into unknown from named where id not in (select id from held) limit 1;
  if found then
    raise exception 'claim names user %, who does not exist', unknown
      using errcode = 'foreign_key_violation', table = 'claim', constraint = 'claim_user_known';
  end if;
  return null;
end $$;
create trigger claim_known_insert after insert on claim referencing new table as changed
  for each statement execute function claim_names_known();
create trigger claim_known_update after update on claim referencing new table as changed
  for each statement execute function claim_names_known();

create function claim_keeps_source() returns trigger language plpgsql as $$
declare
  named bigint;
begin
  select former.id into named from former where exists (select from claim where claim.source_id = former.id) limit 1;
  if found then
    raise exception 'claims name source %', named
      using errcode = 'foreign_key_violation', table = 'claim', constraint = 'claim_source_known';
  end if;
  return null;
end $$;
create trigger source_claim_keep after delete on source referencing old table as former
  for each statement execute function claim_keeps_source();

create function claim_forget_user() returns trigger language plpgsql as $$
begin
  -- Both at once: a claim left naming one of them would be refused.
  update claim set
    stated_by = case when stated_by in (select id from former) then null else stated_by end,
    withdrawn_by = case when withdrawn_by in (select id from former) then null else withdrawn_by end
  where id in (select claim.id from former join claim on claim.stated_by = former.id
    union select claim.id from former join claim on claim.withdrawn_by = former.id);
  return null;
end $$;
create trigger user_claim_forget after delete on "user" referencing old table as former
  for each statement execute function claim_forget_user();

-- Fragments of names go into their index some dozens of rows at a time: of names that share them, each list is opened once.
-- What waits is read by every search, and is kept as small as may be.
alter index og_name_key_idx set (fastupdate = on, gin_pending_list_limit = 64);
alter index og_name_grams_idx set (fastupdate = on, gin_pending_list_limit = 64);
alter index person_name_key_idx set (fastupdate = on, gin_pending_list_limit = 64);
alter index person_name_grams_idx set (fastupdate = on, gin_pending_list_limit = 64);
alter index event_name_key_idx set (fastupdate = on, gin_pending_list_limit = 64);
alter index event_name_grams_idx set (fastupdate = on, gin_pending_list_limit = 64);

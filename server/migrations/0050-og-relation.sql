-- Links of organisations with one another, and of persons who own or control them. `type` is what the first end does to
-- `og_id`: owns it, has it as a subsidiary, supplies it. Partners are mutual, kept with the smaller id first.
create table og_relation (
  id bigint generated always as identity primary key,
  from_og_id bigint references og (id) on delete cascade,
  from_person_id bigint references person (id) on delete cascade,
  og_id bigint not null references og (id) on delete cascade,
  type text not null check (type in
    ('owns', 'controls', 'subsidiary', 'member', 'partner', 'successor', 'supplies', 'funds', 'other')),
  share_min numeric(7, 4) check (share_min between 0 and 100),
  share_max numeric(7, 4) check (share_max between 0 and 100),
  is_beneficial boolean not null default false,
  "desc" text,
  start_time text,
  end_time text,
  check (num_nonnulls(from_og_id, from_person_id) = 1),
  check (from_og_id is distinct from og_id),
  check (num_nulls(share_min, share_max) in (0, 2) and share_min <= share_max),
  check (type = 'owns' or (share_min is null and not is_beneficial)),
  check (from_person_id is null or type not in ('subsidiary', 'member', 'successor'))
);
comment on table og_relation is 'Who owns, controls, supplies an organisation, or is linked to it otherwise: kept once, since when, to which share';
create unique index og_relation_key on og_relation
  (og_id, type, is_beneficial, from_og_id, from_person_id, start_time) nulls not distinct;
create index og_relation_from_og_idx on og_relation (from_og_id, type) where from_og_id is not null;
create index og_relation_from_person_idx on og_relation (from_person_id, type) where from_person_id is not null;

-- What is said of a link goes with it. A link is changed by taking it out and putting it back under its id, and a merge
-- moves it: only what is not there any more at the end of the transaction is gone.
create function link_claim_after_delete() returns trigger language plpgsql as $$
declare
  is_there boolean;
begin
  execute format('select exists (select from %I where id = $1)', tg_table_name) into is_there using old.id;
  if not is_there then
    delete from claim where noun = tg_table_name and record_id = old.id;
    delete from claim_decision where noun = tg_table_name and record_id = old.id;
  end if;
  return null;
end $$;
create constraint trigger og_relation_claim_delete after delete on og_relation deferrable initially deferred
  for each row execute function link_claim_after_delete();
create constraint trigger relation_claim_delete after delete on relation deferrable initially deferred
  for each row execute function link_claim_after_delete();
create constraint trigger membership_claim_delete after delete on membership deferrable initially deferred
  for each row execute function link_claim_after_delete();

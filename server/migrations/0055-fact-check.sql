-- What of a record has to be looked at: facts that nobody supports any more, and facts that sources differ about. Kept by
-- the database as claims, sources and records change, so that the list of them is one look-up however many claims there are.
create table fact_check (
  id bigint generated always as identity primary key,
  noun text not null,
  -- The live record; of what is said of a merged one, the record that it became part of.
  record_id bigint not null,
  field text not null,
  -- Of a list, the item; empty for a field with one value.
  value_key text not null default '',
  kind text not null check (kind in ('unsupported', 'disputed')),
  -- The claims that make it so: taken back, or saying otherwise.
  claim_ids bigint[] not null,
  source_ids bigint[] not null,
  since timestamptz(3) not null,
  settled_at timestamptz(3),
  settled_by bigint references "user" on delete set null,
  note text,
  constraint fact_check_once unique (noun, record_id, field, value_key)
);
comment on table fact_check is 'A fact that no source supports any more, or that sources differ about';
create index fact_check_since_idx on fact_check (since desc, id desc) where settled_at is null;
create index fact_check_settled_idx on fact_check (settled_at desc, id desc) where settled_at is not null;
create index fact_check_source_ids_idx on fact_check using gin (source_ids) with (fastupdate = off);
create index fact_check_settled_by_idx on fact_check (settled_by) where settled_by is not null;

-- The same as keyOf() of the server's claims: case, width and spaces around it aside.
create function claim_text(said jsonb) returns text language sql immutable parallel safe as $$
  select lower(normalize(btrim(said #>> '{}'), NFKC))
$$;
create function claim_shows(shown jsonb, said jsonb) returns boolean language sql immutable parallel safe as $$
  select case when shown is null or shown = 'null' then false
    when jsonb_typeof(shown) = 'array' and jsonb_typeof(said) <> 'array'
      then exists (select from jsonb_array_elements(shown) as item (one) where one = said or claim_text(one) = claim_text(said))
    else shown = said or claim_text(shown) = claim_text(said) end
$$;

-- Brings the facts of these records up to date; of a merged record those of the record that it became part of.
create function check_facts(of_noun text, ids bigint[]) returns void language plpgsql as $$
declare
  docs_of constant text := format($q$
    with live as materialized (
      select live.id, to_jsonb(live) as doc from %1$I as live where live.id in (
        select coalesce(named.merged_into, named.id) from %1$I as named where named.id = any($1))
    ), said as materialized (
      select live.id as record_id, claim.id, claim.field, claim.value, claim.value_key, claim.source_id,
        claim.first_seen_at, claim.last_seen_at, jsonb_typeof(live.doc -> claim.field) = 'array' as is_list,
        coalesce(claim.withdrawn_at, source.withdrawn_at, source.deleted_at) as gone_at,
        claim_shows(live.doc -> claim.field, claim.value) as is_shown
      from live join %1$I as part on part.id = live.id or part.merged_into = live.id
        join claim on claim.noun = %1$L and claim.record_id = part.id
        join source on source.id = claim.source_id
    ), counted as (
      -- Of a field with one value a source's latest word stands in place of those before.
      select *, gone_at is null and (is_list or row_number() over (
          partition by record_id, field, source_id, gone_at is null order by last_seen_at desc, id desc) = 1) as is_live
      from said
    ), fact as (
      select record_id, field, case when is_list then value_key else '' end as value_key,
        case when not bool_or(is_live) and bool_or(is_shown) then 'unsupported'
          when not bool_and(is_list) and bool_or(is_live and not is_shown) then 'disputed' end as kind,
        array_agg(id order by id) filter (where is_live and not is_shown) as other_ids,
        array_agg(distinct source_id) filter (where is_live and not is_shown) as other_sources,
        max(first_seen_at) filter (where is_live and not is_shown) as other_at,
        array_agg(id order by id) filter (where gone_at is not null and is_shown) as gone_ids,
        array_agg(distinct source_id) filter (where gone_at is not null and is_shown) as gone_sources,
        max(gone_at) filter (where is_shown) as gone_at
      from counted group by 1, 2, 3
    )
    select record_id, field, value_key, kind,
      case kind when 'disputed' then other_ids else gone_ids end as claim_ids,
      case kind when 'disputed' then other_sources else gone_sources end as source_ids,
      case kind when 'disputed' then other_at else gone_at end as since
    from fact where kind is not null$q$, of_noun);
begin
  if cardinality(ids) = 0 then return; end if;
  execute format($q$
    with now_so as materialized (%1$s), gone as (
      delete from fact_check where noun = %2$L
        and record_id in (select coalesce(named.merged_into, named.id) from %2$I as named where named.id = any($1)
          union select unnest($1))
        and not exists (select from now_so where now_so.record_id = fact_check.record_id
          and now_so.field = fact_check.field and now_so.value_key = fact_check.value_key)
    )
    insert into fact_check as kept (noun, record_id, field, value_key, kind, claim_ids, source_ids, since)
    select %2$L, record_id, field, value_key, kind, claim_ids, source_ids, since from now_so
    order by record_id, field, value_key
    on conflict on constraint fact_check_once do update set kind = excluded.kind, claim_ids = excluded.claim_ids,
      source_ids = excluded.source_ids, since = excluded.since,
      -- What somebody settled comes back when something else is said.
      settled_at = case when kept.kind = excluded.kind and kept.claim_ids @> excluded.claim_ids then kept.settled_at end,
      settled_by = case when kept.kind = excluded.kind and kept.claim_ids @> excluded.claim_ids then kept.settled_by end,
      note = case when kept.kind = excluded.kind and kept.claim_ids @> excluded.claim_ids then kept.note end
    where (kept.kind, kept.claim_ids, kept.source_ids, kept.since)
      is distinct from (excluded.kind, excluded.claim_ids, excluded.source_ids, excluded.since)$q$, docs_of, of_noun)
    using ids;
end $$;

create function claim_check_facts() returns trigger language plpgsql as $$
declare of record;
begin
  for of in select noun, array_agg(distinct record_id order by record_id) as ids from changed
      where noun in ('og', 'person', 'event') group by noun loop
    perform check_facts(of.noun, of.ids);
  end loop;
  return null;
end $$;
create trigger claim_check_insert after insert on claim referencing new table as changed
  for each statement execute function claim_check_facts();
create trigger claim_check_update after update on claim referencing new table as changed
  for each statement execute function claim_check_facts();
create trigger claim_check_delete after delete on claim referencing old table as changed
  for each statement execute function claim_check_facts();

-- What a record shows has changed; most changes are of records that nobody says anything of.
create function record_check_facts() returns trigger language plpgsql as $$
declare ids bigint[];
begin
  execute format($q$select coalesce(array_agg(distinct id order by id), '{}') from (
      select id, id as said from fresh union all select merged_into, id from fresh where merged_into is not null
      union all select former.merged_into, former.id from former where former.merged_into is not null
      union all select part.merged_into, part.id from %1$I as part where part.merged_into in (select id from fresh)
    ) as of where exists (select from claim where noun = %1$L and record_id = of.said)$q$, tg_table_name) into ids;
  if cardinality(ids) > 0 then perform check_facts(tg_table_name, ids); end if;
  return null;
end $$;
create trigger og_check_facts after update on og referencing old table as former new table as fresh
  for each statement execute function record_check_facts();
create trigger person_check_facts after update on person referencing old table as former new table as fresh
  for each statement execute function record_check_facts();
create trigger event_check_facts after update on event referencing old table as former new table as fresh
  for each statement execute function record_check_facts();

create function source_check_facts() returns trigger language plpgsql as $$
declare of record;
begin
  for of in select claim.noun, array_agg(distinct claim.record_id) as ids from fresh join former using (id)
      join claim on claim.source_id = fresh.id
      where ((fresh.withdrawn_at is null) <> (former.withdrawn_at is null)
        or (fresh.deleted_at is null) <> (former.deleted_at is null))
        and claim.noun in ('og', 'person', 'event')
      group by claim.noun loop
    perform check_facts(of.noun, of.ids);
  end loop;
  return null;
end $$;
create trigger source_check_facts after update on source referencing old table as former new table as fresh
  for each statement execute function source_check_facts();
create function fact_check_after_delete() returns trigger language plpgsql as $$
begin
  delete from fact_check using former where noun = tg_table_name and record_id = former.id;
  return null;
end $$;
create trigger og_fact_check_delete after delete on og referencing old table as former
  for each statement execute function fact_check_after_delete();
create trigger person_fact_check_delete after delete on person referencing old table as former
  for each statement execute function fact_check_after_delete();
create trigger event_fact_check_delete after delete on event referencing old table as former
  for each statement execute function fact_check_after_delete();

-- A source's page lists what it states, the latest first.
drop index claim_source_id_idx;
create index claim_source_id_idx on claim (source_id, id desc);

select check_facts(noun, array_agg(distinct record_id)) from claim where noun in ('og', 'person', 'event') group by noun;

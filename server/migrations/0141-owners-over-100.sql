-- Owners whose least shares come to more than 100 % are a fact to check. A row is a candidate: over all owners and all times. A
-- reader sees it only where the owners whom that reader may read, and who own today, come to more than 100 %.
alter table fact_check drop constraint fact_check_kind_check;
alter table fact_check add constraint fact_check_kind_check check (kind in ('unsupported', 'disputed', 'over_owned'));
-- What was left as it is was this sum: who may read an owner that came later sees it again, nobody else does.
alter table fact_check add column settled_sum numeric;

create function over_owned(ids bigint[]) returns setof bigint
language sql stable as $function$
  select distinct og_id from (
    select og_id, is_beneficial, sum(least) as least from (
      select og_id, is_beneficial, from_og_id, from_person_id, max(share_min) as least from og_relation
      where og_id = any(ids) and type = 'owns' and share_min > 0 group by 1, 2, 3, 4
    ) as held group by 1, 2
  ) as summed where least > 100
$function$;

create function check_owners(ids bigint[]) returns void
language plpgsql as $function$
declare bucket integer;
begin
  -- Two owners that are written at once would each be summed without the other.
  for bucket in select distinct (of.id % 64)::int from unnest(ids) as of (id) order by 1 loop
    perform pg_advisory_xact_lock(8140, bucket);
  end loop;
  delete from fact_check where noun = 'og' and kind = 'over_owned' and record_id = any(ids)
    and record_id not in (select over_owned(ids));
  insert into fact_check (noun, record_id, field, kind, claim_ids, source_ids, since)
  select 'og', og_id, 'owners', 'over_owned', '{}', '{}', now() from over_owned(ids) as og_id order by og_id
  -- Owners whom a reader may not see move nothing that this reader sees.
  on conflict on constraint fact_check_once do nothing;
end $function$;

create function og_relation_check_owners() returns trigger
language plpgsql as $function$
declare ids bigint[];
begin
  if tg_op = 'INSERT' then
    select coalesce(array_agg(distinct og_id), '{}') into ids from fresh where type = 'owns' and share_min > 0;
  elsif tg_op = 'DELETE' then
    select coalesce(array_agg(distinct og_id), '{}') into ids from former where type = 'owns' and share_min > 0;
  else
    select coalesce(array_agg(distinct each.og_id), '{}') into ids
    from fresh join former using (id)
      cross join lateral (values (fresh.og_id, fresh.type), (former.og_id, former.type)) as each (og_id, type)
    where each.type = 'owns'
      and (fresh.og_id, fresh.type, fresh.share_min, fresh.is_beneficial, fresh.from_og_id, fresh.from_person_id,
          fresh.start_time, fresh.end_time)
        is distinct from (former.og_id, former.type, former.share_min, former.is_beneficial, former.from_og_id,
          former.from_person_id, former.start_time, former.end_time);
  end if;
  if cardinality(ids) > 0 then perform check_owners(ids); end if;
  return null;
end $function$;
create trigger og_relation_owners_insert after insert on og_relation referencing new table as fresh
  for each statement execute function og_relation_check_owners();
create trigger og_relation_owners_update after update on og_relation referencing old table as former new table as fresh
  for each statement execute function og_relation_check_owners();
create trigger og_relation_owners_delete after delete on og_relation referencing old table as former
  for each statement execute function og_relation_check_owners();

-- Facts that claims make so are found again from claims alone; this one is none of them.
create or replace function check_facts(of_noun text, ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  docs_of constant text := format($q$
    with live as materialized (
      select live.id, to_jsonb(live) as doc, array(select gone.id from %1$I as gone where gone.merged_into = live.id) as parts
      from (select distinct (select coalesce(named.merged_into, named.id) from %1$I as named where named.id = wanted.id) as id
          from unnest($1) as wanted (id)) as wanted
        cross join lateral (select * from %1$I as of where of.id = wanted.id offset 0) as live
    ), said as materialized (
      select live.id as record_id, claim.id, claim.field, claim.value, claim.value_key, claim.source_id,
        claim.first_seen_at, claim.last_seen_at, jsonb_typeof(fact_value(live.doc, claim.field)) = 'array' as is_list,
        coalesce(claim.withdrawn_at, source.withdrawn_at, source.deleted_at) as gone_at,
        -- Most claims say to the letter what is shown.
        coalesce(fact_value(live.doc, claim.field) = claim.value, false)
          or claim_shows(fact_value(live.doc, claim.field), claim.value) as is_shown
      from live cross join lateral unnest(array[live.id] || live.parts) as part (id)
        cross join lateral (select * from claim as of where of.noun = %1$L and of.record_id = part.id offset 0) as claim
        join source on source.id = claim.source_id
    ), counted as (
      -- Of a field with one value a source's latest word stands in place of those before.
      select *, gone_at is null and (is_list or row_number() over (
          partition by record_id, field, source_id, gone_at is null order by last_seen_at desc, id desc) = 1) as is_live
      from said
      -- Where all that is said is shown and nothing is gone, there is nothing to check.
      where record_id in (select off.record_id from said as off where not off.is_shown or off.gone_at is not null)
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
      delete from fact_check where noun = %2$L and kind <> 'over_owned'
        and record_id in (select unnest($1)
          union select (select named.merged_into from %2$I as named where named.id = wanted.id) from unnest($1) as wanted (id))
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
end $function$
;

insert into fact_check (noun, record_id, field, kind, claim_ids, source_ids, since)
select 'og', og_id, 'owners', 'over_owned', '{}', '{}', now() from over_owned(array(select distinct og_id from og_relation)) as og_id;

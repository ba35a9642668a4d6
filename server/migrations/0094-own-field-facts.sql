-- Fields that the team defined have sources as others do: what a record shows of a field, under the name that claims know.
create function fact_value(doc jsonb, field text) returns jsonb
language sql immutable parallel safe as $function$
  select case when field like 'custom.%' then doc #> array['custom', substr(field, 8)] else doc -> field end
$function$;

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
      delete from fact_check where noun = %2$L
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

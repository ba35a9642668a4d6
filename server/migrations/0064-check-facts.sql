-- What was merged is looked up by its index: an "or" in the join compared every record with every other.
-- Brings the facts of these records up to date; of a merged record those of the record that it became part of.
create or replace function check_facts(of_noun text, ids bigint[]) returns void language plpgsql as $$
declare
  docs_of constant text := format($q$
    with live as materialized (
      select live.id, to_jsonb(live) as doc from %1$I as live where live.id in (
        select coalesce(named.merged_into, named.id) from %1$I as named where named.id = any($1))
    ), part as materialized (
      select id as record_id, id from live
      union all select gone.merged_into, gone.id from %1$I as gone where gone.merged_into in (select id from live)
    ), said as materialized (
      select live.id as record_id, claim.id, claim.field, claim.value, claim.value_key, claim.source_id,
        claim.first_seen_at, claim.last_seen_at, jsonb_typeof(live.doc -> claim.field) = 'array' as is_list,
        coalesce(claim.withdrawn_at, source.withdrawn_at, source.deleted_at) as gone_at,
        claim_shows(live.doc -> claim.field, claim.value) as is_shown
      from part join live on live.id = part.record_id
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


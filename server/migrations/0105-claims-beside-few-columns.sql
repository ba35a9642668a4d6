-- Claims of new records are compared with what these show. Of a record only the columns that are claimed are made a document for
-- it: all of a person's, with keys and fragments of names, took longer than the comparing.
create or replace function claim_check_facts() returns trigger language plpgsql as $$
declare
  of record;
  ids bigint[];
  claimed text;
begin
  for of in select noun, array_agg(distinct record_id order by record_id) as ids from changed
      where noun in ('og', 'person', 'event') group by noun loop
    ids := of.ids;
    if tg_op = 'INSERT' then
      select coalesce(string_agg(format(', of.%I', said.field), ''), '') into claimed
        from (select distinct field from changed where noun = of.noun) as said
        join pg_attribute as part on part.attrelid = of.noun::regclass and part.attname = said.field
      where part.attnum > 0 and not part.attisdropped and said.field <> 'id';
      execute format($q$
        with live as materialized (
          select live.id, to_jsonb(live) as doc from unnest($1) as wanted (id)
            cross join lateral (select of.id%2$s from %1$I as of where of.id = wanted.id and of.merged_into is null offset 0) as live
          where (select true from %1$I as part where part.merged_into = live.id limit 1) is null
            and (select true from fact_check where noun = %1$L and record_id = live.id limit 1) is null
        ), gone as materialized (
          select id from source where (withdrawn_at is not null or deleted_at is not null)
            and id in (select source_id from changed)
        )
        select coalesce(array_agg(distinct said.record_id order by said.record_id), '{}')
        from (select record_id, field, value, source_id, withdrawn_at from changed where noun = %1$L) as said
          left join live on live.id = said.record_id
        where live.id is null or said.withdrawn_at is not null or said.source_id in (select id from gone)
          or not coalesce(live.doc -> said.field = said.value or live.doc -> said.field -> 0 = said.value
            or claim_shows(live.doc -> said.field, said.value), false)$q$, of.noun, claimed)
        using ids into ids;
    end if;
    perform check_facts(of.noun, ids);
  end loop;
  return null;
end $$;

-- What writes many records at once paid for each row what can be had for each statement.

-- A record that changed several times is taken out of the queue whole.
create index search_queue_record_idx on search_queue (noun, record_id);

-- Names are written in the transaction of their entry, which holds it: looking for it once a name said nothing new.
alter table search_name drop constraint search_name_noun_record_id_part_fkey;
create function search_names_after_delete() returns trigger language plpgsql as $$
begin
  delete from search_name using former where search_name.noun = former.noun and search_name.record_id = former.record_id
    and search_name.part = former.part;
  return null;
end $$;
create trigger search_entry_names_delete after delete on search_entry referencing old table as former
  for each statement execute function search_names_after_delete();

-- What is stated anew and shown puts no fact in doubt, where nothing was in doubt before.
create or replace function claim_check_facts() returns trigger language plpgsql as $$
declare
  of record;
  ids bigint[];
begin
  for of in select noun, array_agg(distinct record_id order by record_id) as ids from changed
      where noun in ('og', 'person', 'event') group by noun loop
    ids := of.ids;
    if tg_op = 'INSERT' then
      execute format($q$
        with live as materialized (
          select live.id, to_jsonb(live) as doc from unnest($1) as wanted (id)
            cross join lateral (select * from %1$I as of where of.id = wanted.id and of.merged_into is null offset 0) as live
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
            or claim_shows(live.doc -> said.field, said.value), false)$q$, of.noun)
        using ids into ids;
    end if;
    perform check_facts(of.noun, ids);
  end loop;
  return null;
end $$;

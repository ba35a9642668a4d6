-- A source that said a great deal is withdrawn at once for whoever reads a fact; the list of facts to check follows in the
-- background, a portion at a time.
create table source_check (
  source_id bigint primary key references source on delete cascade,
  -- Counted up where it begins anew: withdrawn, then reinstated meanwhile.
  step integer not null default 0,
  after_id bigint not null default 0,
  done integer not null default 0,
  total integer not null
);
comment on table source_check is 'Facts of a withdrawn or reinstated source that are still to be worked out anew';

create or replace function source_check_facts() returns trigger language plpgsql as $$
declare
  -- With up to so many claims it takes no longer than the act itself.
  few constant integer := 1000;
  changed record;
  said integer;
  of record;
begin
  for changed in select id from fresh join former using (id)
      where (fresh.withdrawn_at is null) <> (former.withdrawn_at is null)
        or (fresh.deleted_at is null) <> (former.deleted_at is null) order by id loop
    select count(*) into said from (select from claim where claim.source_id = changed.id limit few + 1) as first_ones;
    if said > few then
      insert into source_check as kept (source_id, total)
        select changed.id, count(*) from claim where claim.source_id = changed.id
        on conflict (source_id) do update set step = kept.step + 1, after_id = 0, done = 0, total = excluded.total;
      continue;
    end if;
    for of in select claim.noun, array_agg(distinct claim.record_id) as ids from claim
        where claim.source_id = changed.id and claim.noun in ('og', 'person', 'event') group by claim.noun loop
      perform check_facts(of.noun, of.ids);
    end loop;
  end loop;
  return null;
end $$;

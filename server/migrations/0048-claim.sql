-- Who says so: a value of a field, stated by a source. The record's column stays what lists and searches read.
create table claim (
  id bigint generated always as identity primary key,
  noun text not null,
  record_id bigint not null,
  field text not null,
  value jsonb not null,
  value_key text not null,
  source_id bigint not null references source on delete restrict,
  credibility smallint check (credibility between 1 and 6),
  evidence jsonb not null default '[]',
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  stated_by bigint references "user" on delete set null,
  interchange_id bigint,
  withdrawn_at timestamptz(3),
  withdrawn_by bigint references "user" on delete set null,
  constraint claim_once unique (noun, record_id, field, value_key, source_id)
);
comment on table claim is 'A value of a field as a source states it, with its evidence';
create index claim_source_id_idx on claim (source_id);
create index claim_stated_by_idx on claim (stated_by);
create index claim_withdrawn_by_idx on claim (withdrawn_by) where withdrawn_by is not null;
create function claim_after_delete() returns trigger language plpgsql as $$
begin
  delete from claim using former where noun = tg_table_name and record_id = former.id;
  return null;
end $$;
create trigger og_claim_delete after delete on og referencing old table as former
  for each statement execute function claim_after_delete();
create trigger person_claim_delete after delete on person referencing old table as former
  for each statement execute function claim_after_delete();
create trigger event_claim_delete after delete on event referencing old table as former
  for each statement execute function claim_after_delete();

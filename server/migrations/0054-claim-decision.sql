-- What a person said last of how a fact's value is chosen, where the history of the record does not tell it.
create table claim_decision (
  noun text not null,
  record_id bigint not null,
  field text not null,
  -- true: the value shown stays whatever sources say; false: the rule chooses.
  is_kept boolean not null,
  decided_by bigint references "user" on delete set null,
  decided_at timestamptz(3) not null,
  -- The newest entry of the record's history at that time: what changed the field later decides anew.
  history_id bigint not null,
  primary key (noun, record_id, field)
);
comment on table claim_decision is 'A person keeps the value of a field, or lets the rule choose it';
create index claim_decision_decided_by_idx on claim_decision (decided_by);
create or replace function claim_after_delete() returns trigger language plpgsql as $$
begin
  delete from claim using former where noun = tg_table_name and record_id = former.id;
  delete from claim_decision using former where noun = tg_table_name and record_id = former.id;
  return null;
end $$;

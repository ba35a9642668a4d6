-- Memberships are known by the ids that their source gave them, as records are: an id goes with its membership.
create or replace function link_claim_after_delete() returns trigger language plpgsql as $$
declare
  is_there boolean;
begin
  execute format('select exists (select from %I where id = $1)', tg_table_name) into is_there using old.id;
  if not is_there then
    delete from claim where noun = tg_table_name and record_id = old.id;
    delete from claim_decision where noun = tg_table_name and record_id = old.id;
    delete from external_key where noun = tg_table_name and record_id = old.id;
  end if;
  return null;
end $$;

-- The trail that only grows: entries of audit and history are sealed into a chain of hashes, and nobody changes them but
-- an erasure, which takes values out and says so. Besides: erasures of persons, and terms of retention.

-- Erased entries keep the hash of what they said, so that the chain can be verified without the words.
alter table audit add column content_hash bytea, add column erased_by bigint;
alter table history add column content_hash bytea, add column erased_by bigint;

create function hash_audit() returns trigger language plpgsql as $$
begin
  new.content_hash := coalesce(new.content_hash,
    sha256(convert_to(jsonb_build_array(new.reason, new.detail)::text, 'UTF8')));
  return new;
end $$;
create function hash_history() returns trigger language plpgsql as $$
begin
  new.content_hash := coalesce(new.content_hash, sha256(convert_to(new.changes::text, 'UTF8')));
  return new;
end $$;

update audit set content_hash = sha256(convert_to(jsonb_build_array(reason, detail)::text, 'UTF8'));
update history set content_hash = sha256(convert_to(changes::text, 'UTF8'));
alter table audit alter column content_hash set not null, add check (id > 0);
alter table history alter column content_hash set not null, add check (id > 0);

create trigger audit_hash before insert on audit for each row execute function hash_audit();
create trigger history_hash before insert on history for each row execute function hash_history();

-- What is looked for in the trail, newest first; a record's own history has its index already.
create index audit_act_idx on audit (act, at desc, id desc);
create index audit_noun_idx on audit (noun, at desc, id desc);
create index audit_address_idx on audit (address, at desc, id desc);
create index audit_req_idx on audit (req_id);
drop index audit_user_idx;
create index audit_user_idx on audit (user_id, at desc, id desc);
create index history_at_idx on history (at desc, id desc);
create index history_act_idx on history (act, at desc, id desc);
create index history_noun_idx on history (noun, at desc, id desc);
create index history_user_idx on history (user_id, at desc, id desc);
create index history_address_idx on history (address, at desc, id desc);
create index history_req_idx on history (req_id);

-- One link of the chain: the entries it seals by their ids, in the order audit then history, each with its digest.
create table audit_seal (
  id bigint primary key check (id > 0),
  at timestamptz(3) not null,
  -- The server process family that counted the transactions, and the first it had not begun.
  cluster text not null,
  next_tx bigint not null,
  -- Where the next link begins. Ids sealed here; ids before that which were drawn and may still come, or never will.
  audit_next bigint not null,
  history_next bigint not null,
  audit_ids int8multirange not null,
  audit_open int8multirange not null,
  audit_closed int8multirange not null,
  history_ids int8multirange not null,
  history_open int8multirange not null,
  history_closed int8multirange not null,
  count integer not null,
  -- 32 bytes an entry.
  digests bytea not null,
  previous bytea not null,
  hash bytea not null unique
);
alter table audit_seal alter column digests set storage external;

-- An erasure counts first what there is of a person, waits for decisions, then removes it; once done it says no name.
create table erasure (
  id bigint generated always as identity primary key,
  rev integer not null default 1,
  person_id bigint not null,
  -- The person with those merged into them.
  ids bigint[] not null,
  names text[] not null,
  state text not null check (state in ('counting', 'ready', 'running', 'done', 'failed', 'cancelled')),
  reason text,
  plan jsonb not null default '{}',
  choice jsonb not null default '{}',
  counts jsonb not null default '{}',
  -- Steps that are behind, for a worker that goes on.
  steps text[] not null default '{}',
  error text,
  owner bigint,
  username text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  done_at timestamptz(3)
);
create index erasure_person_idx on erasure (person_id);
create unique index erasure_open_key on erasure (person_id) where state in ('counting', 'ready', 'running');

-- How long a noun is kept; without days it is kept for ever.
create table retention (
  noun text primary key,
  days integer check (days between 1 and 36500),
  updated_at timestamptz(3) not null default now(),
  updated_by bigint,
  ran_at timestamptz(3),
  removed bigint not null default 0
);

-- The trail can only grow, for owners of the tables too. A running erasure may empty what an entry says, nothing else.
create function only_grows() returns trigger language plpgsql as $$
declare
  contents constant text[] := array['reason', 'detail', 'changes', 'erased_by'];
  erasing constant text := current_setting('og.erasure', true);
begin
  if tg_op = 'UPDATE' and tg_table_name <> 'audit_seal' and erasing ~ '^[0-9]+$' then
    if new.erased_by = erasing::bigint and to_jsonb(new) - contents = to_jsonb(old) - contents
      and exists (select from erasure where erasure.id = erasing::bigint and erasure.state = 'running')
    then
      return new;
    end if;
  end if;
  raise exception '% can only grow', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger audit_only_grows before update or delete on audit for each row execute function only_grows();
create trigger history_only_grows before update or delete on history for each row execute function only_grows();
create trigger seal_only_grows before update or delete on audit_seal for each row execute function only_grows();
create trigger audit_never_empty before truncate on audit for each statement execute function only_grows();
create trigger history_never_empty before truncate on history for each statement execute function only_grows();
create trigger seal_never_empty before truncate on audit_seal for each statement execute function only_grows();
-- Always: a session that plays a replica skips them as little as any other.
alter table audit enable always trigger audit_only_grows, enable always trigger audit_never_empty;
alter table history enable always trigger history_only_grows, enable always trigger history_never_empty;
alter table audit_seal enable always trigger seal_only_grows, enable always trigger seal_never_empty;

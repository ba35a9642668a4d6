-- Pairs that are alike in the same things are decided in one act, which is undone in one act.
create table duplicate_batch (
  id bigint generated always as identity primary key,
  noun text not null,
  key text not null,
  act text not null check (act in ('merge', 'different')),
  state text not null check (state in ('running', 'done', 'undoing', 'undone')),
  step integer not null default 1,
  total integer not null,
  owner bigint references "user" on delete cascade,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
comment on table duplicate_batch is 'A decision on all pairs that are alike in the same things';
create index duplicate_batch_owner_idx on duplicate_batch (owner, noun, id desc);

create table duplicate_batch_pair (
  batch_id bigint not null references duplicate_batch on delete cascade,
  -- The pair itself may be gone by then: it is found no longer.
  pair_id bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'skipped', 'undone', 'stayed')),
  merge_id bigint references merge on delete set null,
  primary key (batch_id, pair_id)
);
comment on table duplicate_batch_pair is 'What a decision on many pairs came to for one of them';
create index duplicate_batch_pair_merge_idx on duplicate_batch_pair (merge_id) where merge_id is not null;

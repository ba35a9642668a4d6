-- Positions of pages that change in most rounds, learned when a round is judged, and the decisions of users about them.
alter type diff_cluster_kind add value if not exists 'same_place';
alter table diff add column places jsonb;

create table volatile_place (
  id bigint generated always as identity primary key,
  og_id bigint not null references og on delete cascade,
  page_id bigint,
  place integer not null,
  state text not null default 'learned' check (state in ('learned', 'confirmed', 'rejected')),
  pages integer not null,
  first_round integer not null,
  last_round integer not null,
  sample text,
  rev integer not null default 1,
  decided_by bigint references "user" on delete set null,
  decided_at timestamptz,
  unique nulls not distinct (og_id, page_id, place),
  foreign key (og_id, page_id) references page (og_id, id) on delete cascade
);
create index volatile_place_decided_by on volatile_place (decided_by) where decided_by is not null;
comment on table volatile_place is 'A position of a site''s pages that changes in most rounds';

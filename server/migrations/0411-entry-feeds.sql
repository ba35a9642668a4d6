-- Feeds for feed readers: private addresses of what a user follows. A column `token_hash` as of calendar feeds.
create table feed (
  id bigint not null generated always as identity primary key,
  user_id bigint not null references "user" (id) on delete cascade,
  name text not null,
  kind text not null check (kind in ('search', 'og', 'screening')),
  subject_id bigint,
  token_hash bytea not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
comment on table feed is 'A private address that feed readers read with the rights of its user';
create unique index feed_token_hash_key on feed (token_hash);
create index feed_user_idx on feed (user_id);
create index screening_found_idx on screening (found_at desc, id desc);

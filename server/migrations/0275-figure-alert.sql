-- A user's alerts on figures of watched pages. `key` identifies the figure on every version of its page. An alert is due
-- while its page has another newest version or another status than the one it was checked with.
create table figure_alert (
  id bigint generated always as identity primary key,
  owner bigint not null references "user"(id) on delete cascade,
  og_id bigint not null,
  page_id bigint not null,
  key text not null,
  name text not null,
  rule text not null,
  amount double precision not null,
  is_share boolean not null default false,
  value double precision,
  base double precision,
  state text not null default 'quiet',
  checked_version bigint,
  checked_status page_status,
  checked_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint figure_alert_page_fkey foreign key (og_id, page_id) references page(og_id, id) on delete cascade,
  constraint figure_alert_same_key unique (owner, page_id, key, rule, amount, is_share)
);
create index figure_alert_page_idx on figure_alert (og_id, page_id);
comment on table figure_alert is 'Alerts of users on figures of watched pages';

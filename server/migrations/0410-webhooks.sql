-- Webhooks: what happens in the console is sent to addresses of other programs, as their owners may read it.
create table webhook (
  id bigint not null generated always as identity primary key,
  user_id bigint not null references "user" (id) on delete cascade,
  name text not null,
  -- The address may contain a secret, as those of chat programs do: it is stored sealed, and its host is shown.
  target_sealed bytea not null,
  host text not null,
  format text not null,
  secret_sealed bytea not null,
  former_sealed bytea,
  former_until timestamptz(3),
  sign_sealed bytea,
  kinds text[] not null,
  og_id bigint,
  saved_search bigint,
  state text not null default 'on' check (state in ('on', 'paused', 'stopped')),
  stop_reason text,
  failing_since timestamptz(3),
  delivered_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
comment on table webhook is 'An address to which events are sent, with the rights of its owner';
create index webhook_user_idx on webhook (user_id);

-- The outbox and the log in one: a row is added in the transaction of the change, and keeps the outcome of its last
-- attempt. `about_noun` and `about_id` are the record whose events keep their order.
create table webhook_delivery (
  id bigint not null generated always as identity primary key,
  webhook_id bigint not null references webhook (id) on delete cascade,
  message_key uuid not null default gen_random_uuid(),
  kind text not null,
  about_noun text not null,
  about_id bigint not null,
  actor_id bigint,
  detail jsonb not null default '{}',
  at timestamptz(3) not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'dead', 'withheld')),
  attempts integer not null default 0,
  next_at timestamptz(3) not null,
  leased_until timestamptz(3),
  tried_at timestamptz(3),
  http_status integer,
  fault text,
  latency_ms integer,
  response text,
  done_at timestamptz(3)
);
comment on table webhook_delivery is 'An event for a webhook: waiting, delivered, given up, or withheld';
create index webhook_delivery_due_idx on webhook_delivery (webhook_id, next_at, id) where state = 'waiting';
create index webhook_delivery_leased_idx on webhook_delivery (webhook_id, leased_until) where leased_until is not null;
create index webhook_delivery_order_idx on webhook_delivery (webhook_id, about_noun, about_id, id) where state = 'waiting';
create index webhook_delivery_log_idx on webhook_delivery (webhook_id, id desc);
create index webhook_delivery_about_idx on webhook_delivery (about_noun, about_id);
create index webhook_delivery_done_idx on webhook_delivery (done_at) where done_at is not null;

-- Changes of records, from their history.
create function queue_webhooks_of_history() returns trigger language plpgsql as $$
begin
  if not exists (select from webhook where state <> 'stopped') then return null; end if;
  insert into webhook_delivery (webhook_id, kind, about_noun, about_id, actor_id, detail, at, next_at)
  select webhook.id, event.kind, fresh.noun, fresh.record_id, fresh.user_id,
    jsonb_build_object('history', fresh.id, 'act', fresh.act), fresh.at, fresh.at
  from fresh
    cross join lateral (values (case fresh.act when 'create' then 'record.created' when 'delete' then 'record.deleted'
      else 'record.updated' end)) as event (kind)
    join webhook on webhook.state <> 'stopped' and event.kind = any(webhook.kinds)
  where fresh.noun = any('{og,person,event,source,report}')
  order by fresh.id, webhook.id;
  if found then perform pg_notify('webhook', ''); end if;
  return null;
end $$;
create trigger history_webhook after insert on history referencing new table as fresh
  for each statement execute function queue_webhooks_of_history();

-- Domain events: hits of the screening, published reports, and hits of a saved search for its owner.
create function queue_webhooks_of_news() returns trigger language plpgsql as $$
begin
  if not exists (select from webhook where state <> 'stopped') then return null; end if;
  insert into webhook_delivery (webhook_id, kind, about_noun, about_id, actor_id, detail, at, next_at)
  select webhook.id, event.kind, fresh.noun, fresh.record_id, fresh.actor_id, fresh.detail, fresh.at, fresh.at
  from fresh
    cross join lateral (values (case fresh.kind when 'maybe_listed' then 'screening.hit' when 'published' then 'report.published'
      when 'search_hit' then 'search.found' end)) as event (kind)
    join webhook on webhook.state <> 'stopped' and event.kind = any(webhook.kinds)
      and (event.kind <> 'search.found' or webhook.user_id = any(fresh.users))
  order by fresh.id, webhook.id;
  if found then perform pg_notify('webhook', ''); end if;
  return null;
end $$;
create trigger news_webhook after insert on news referencing new table as fresh
  for each statement execute function queue_webhooks_of_news();

-- Coming events that a reader of the morning brief has cleared; one that is moved to another day comes again.
create table brief_done (
  user_id bigint not null references "user"(id) on delete cascade,
  event_id bigint not null references event(id) on delete cascade,
  start_time text,
  done_at timestamp(3) with time zone not null,
  primary key (user_id, event_id)
);
create index brief_done_event_idx on brief_done (event_id);
comment on table brief_done is 'Coming events that a reader of the morning brief has cleared';

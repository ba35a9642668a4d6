-- When a user last had a record before them: what came later is new to them.
create table visit (
  user_id bigint not null references "user" (id) on delete cascade,
  noun text not null,
  record_id bigint not null,
  -- The end of the present visit, and of the one before.
  at timestamptz(3) not null,
  before_at timestamptz(3),
  primary key (user_id, noun, record_id)
);
comment on table visit is 'When a user last had a record before them, and when at the visit before';

-- The newest rounds that read each page, newest first: a round that left the page out is no evidence about it.
alter table page add column visited_rounds integer[] not null default '{}';

create function add_visit(rounds integer[], round integer) returns integer[] language sql immutable parallel safe as $$
  select case when round <= 0 or rounds[1] >= round then rounds else (round || rounds)[1:20] end
$$;

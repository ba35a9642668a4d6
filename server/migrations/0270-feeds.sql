-- How much of a feed was read, for pages that are feeds.
alter table page add column feed jsonb;
create index page_feed_idx on page (og_id) where feed is not null;

-- Pages whose newest version was stored before feeds were read: each is looked at once, for the feeds that it declares and for
-- the counts of a feed.
create table feed_check (
  og_id bigint not null,
  page_id bigint not null,
  primary key (og_id, page_id),
  foreign key (og_id, page_id) references page (og_id, id) on delete cascade
);
comment on table feed_check is 'Pages whose stored version is still to be searched for feeds';
insert into feed_check (og_id, page_id) select og_id, id from page where last_version is not null;

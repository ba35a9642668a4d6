create table shared_text_sample (
  og_id bigint not null,
  slot smallint not null check (slot between 0 and 127),
  rank integer not null,
  page_id bigint not null,
  round integer not null,
  hashes bytea not null,
  primary key (og_id, slot),
  foreign key (og_id, page_id) references page (og_id, id) on delete cascade
);
comment on table shared_text_sample is 'Hashes of the texts of some pages of a site, at most one page a slot';

create table shared_text (
  og_id bigint not null references og on delete cascade,
  since integer not null,
  hashes bytea not null,
  primary key (og_id, since)
);
comment on table shared_text is 'Hashes of the texts that pages of a site share, from a round on';

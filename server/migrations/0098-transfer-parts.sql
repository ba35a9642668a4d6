-- Where files are kept in a bucket, so are the bytes of one on its way in: any machine goes on with it. Each part is an
-- object of its own; a row says that it is there for good.
create table transfer_part (
  transfer_id text not null references transfer (id) on delete cascade,
  at bigint not null,
  length integer not null check (length > 0),
  blob_key text not null,
  primary key (transfer_id, at)
);
comment on table transfer_part is 'Parts of uploads under way, in a bucket';

-- A backup lies on the machine that made it, unless its folder is shared.
alter table backup add column host text;

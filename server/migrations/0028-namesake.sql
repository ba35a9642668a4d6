-- A name in a text is not yet the record that bears it: each mention says how sure it is, and why. What was found before
-- is possible at most, until it is searched again.
alter table mention
  add column certainty text not null default 'possible' check (certainty in ('certain', 'likely', 'possible')),
  add column evidence jsonb;
alter table upload_mention
  add column certainty text not null default 'possible' check (certainty in ('certain', 'likely', 'possible')),
  add column evidence jsonb;

-- What people have said: this name on this page, or in this upload, is this record, or is not. Of a page it holds for
-- every version.
create table mention_decision (
  id bigint generated always as identity primary key,
  noun text not null check (noun in ('og', 'person')),
  record_id bigint not null,
  og_id bigint,
  page_id bigint,
  upload_id bigint references upload (id) on delete cascade,
  verdict text not null check (verdict in ('confirmed', 'rejected')),
  user_id bigint references "user" (id) on delete set null,
  username text not null,
  at timestamptz(3) not null,
  foreign key (og_id, page_id) references page (og_id, id) on delete cascade,
  check ((page_id is null) <> (upload_id is null) and (page_id is null) = (og_id is null))
);
create unique index mention_decision_key on mention_decision (noun, record_id, page_id, upload_id) nulls not distinct;
create index mention_decision_page_idx on mention_decision (og_id, page_id) where page_id is not null;
create index mention_decision_upload_idx on mention_decision (upload_id) where upload_id is not null;

-- Everything is searched again, newest versions first, by the jobs that are there.
update dictionary set version = version + 1;

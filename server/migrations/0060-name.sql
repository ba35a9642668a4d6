-- What is known of names beside their texts, and what real files say of persons, organisations and memberships.
alter table og
  add column alias_notes jsonb not null default '[]',
  add column legal_form text,
  add column picture text;
alter table person
  add column alias_notes jsonb not null default '[]',
  add column gender text,
  add column death_time text,
  add column picture text;

-- For whom a person sits there (their party), for which place, in which term. The party has no word in whether the link is there.
alter table membership
  add column on_behalf_of bigint references og (id) on delete set null,
  add column area text,
  add column term text;
create index membership_on_behalf_of_idx on membership (on_behalf_of) where on_behalf_of is not null;
-- The same seat in two terms is two memberships, also where only the terms tell them apart.
drop index membership_person_key;
create unique index membership_person_key
  on membership (person_id, og_id, coalesce(role, ''), coalesce(start_time, ''), coalesce(term, ''));

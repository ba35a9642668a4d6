-- Of an end with very many links the greatest shares are looked at, in the order of the index.
drop index og_relation_from_og_idx;
drop index og_relation_from_person_idx;
create index og_relation_from_og_idx on og_relation (from_og_id, type, share_max desc nulls last)
  where from_og_id is not null;
create index og_relation_from_person_idx on og_relation (from_person_id, type, share_max desc nulls last)
  where from_person_id is not null;
create index og_relation_og_idx on og_relation (og_id, type, share_max desc nulls last);
-- Whom the 50 % rule begins with.
create index og_sanctioned_idx on og (id) where danger_level = '受制裁' and deleted_at is null;

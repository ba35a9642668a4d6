-- Hits of a saved search went to everybody who followed the record. What others received is removed; an entry of somebody
-- whose own search has found the record stays, without naming a search that may be another's.
update notification as entry set detail = entry.detail - 'saved_search'
where entry.family = 'search'
  and not exists (select from saved_search where saved_search.id = (entry.detail ->> 'saved_search')::bigint
    and saved_search.owner = entry.user_id)
  and exists (select from saved_search join saved_search_hit as hit on hit.saved_search_id = saved_search.id
    where saved_search.owner = entry.user_id and hit.noun = entry.noun and hit.record_id = entry.record_id);

delete from notification as entry
where entry.family = 'search'
  and not exists (select from saved_search join saved_search_hit as hit on hit.saved_search_id = saved_search.id
    where saved_search.owner = entry.user_id and hit.noun = entry.noun and hit.record_id = entry.record_id);

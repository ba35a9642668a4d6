-- Each check, run or cancel is a new step; a job of an older step writes nothing any more.
alter table import add column step integer not null default 0;
-- What a run would create beside the records themselves (categories), as the dry run counted it.
alter table import add column creates jsonb not null default '[]';

-- Imports look records up by name as people write it: case and compatibility forms aside.
create index og_name_match_idx on og (lower(normalize(name, NFKC))) where deleted_at is null;

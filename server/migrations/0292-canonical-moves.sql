-- A move that a page states by its canonical address counts only if the text there is the same.
alter table page add column moved_if_same boolean not null default false, add column moved_key text;

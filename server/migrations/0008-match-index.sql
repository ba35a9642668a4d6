-- Names in the form in which imports compare them: compatibility forms and case aside.
create function folded(names text[]) returns text[]
  language sql immutable parallel safe
  -- Dear, so that nobody reads the whole table to call it on every row.
  cost 1000
as $$
  select coalesce(array_agg(distinct lower(normalize(name, NFKC))), '{}') from unnest(names) as name
  where name is not null
$$;
create index og_alias_match_idx on og using gin (folded(aliases || eng_name))
  where deleted_at is null and (aliases <> '{}' or eng_name is not null);
create index person_mail_idx on person (lower(mail)) where deleted_at is null and mail is not null;

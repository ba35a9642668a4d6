-- Identifiers, accounts and contact details are rows of their record: they are read, written, told and merged with it.
alter table og add column identifiers jsonb not null default '[]', add column contacts jsonb not null default '[]';
alter table person add column identifiers jsonb not null default '[]', add column contacts jsonb not null default '[]';

-- The same letter by letter as foldIdentifier of contract/identifier-key.ts; a test holds the two together.
create function fold_identifier(value text) returns text language sql immutable parallel safe as $$
  select regexp_replace(
    translate(normalize(value, NFKC), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९',
      'abcdefghijklmnopqrstuvwxyz012345678901234567890123456789') collate "C",
    '[\u0001-/:-@\[-`{-\u00a0\u00ad\u00b7\u1680\u2000-\u2015\u2028-\u202f\u205f-\u206f\u2212\u3000-\u3002\u30fb\ufeff]', '', 'g')
$$;

-- What finds a record by its identifiers: each as one of its scheme (and country), and bare as somebody may type it.
create function identifier_keys(identifiers jsonb) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct key), '{}') from jsonb_array_elements(identifiers) as each,
    lateral (values (concat(each ->> 'scheme', ':', each ->> 'country', ':',
        case when each ->> 'scheme' = 'other' then public.fold_identifier(coalesce(each ->> 'label', '')) || ':' end,
        public.fold_identifier(each ->> 'value'))),
      (public.fold_identifier(each ->> 'value'))) as keys (key)
$$;
create index og_identifiers_idx on og using gin (identifier_keys(identifiers)) where identifiers <> '[]';
create index person_identifiers_idx on person using gin (identifier_keys(identifiers)) where identifiers <> '[]';

-- Names are suggested by the numbers of their record too.
alter table search_name drop constraint search_name_kind_check;
alter table search_name add constraint search_name_kind_check
  check (kind = any (array['name', 'alias', 'word', 'pinyin', 'initials', 'identifier']));

-- The 50 % rule counts parties of sanctions lists: a list says what being on it means, an entry whether it blocks.
alter table list add column kind text not null default 'own'
  check (kind in ('sanctions', 'wanted', 'pep', 'adverse', 'own'));
-- A kind that a person chose is not changed by what a file turns out to be.
alter table list add column is_kind_chosen boolean not null default false;

update list set kind = 'sanctions' where exists (select from list_version as version
  where version.list_id = list.id and version.state in ('done', 'same') and version.format in ('un_xml', 'ofac_csv', 'ofac_xml', 'eu_xml'))
  or exists (select from list_entry as entry where entry.list_id = list.id and entry.until is null
    and entry.properties -> 'topics' @> '["sanction"]');

/*
 * Whether an entry of a sanctions list blocks its party ('blocking'), restricts some dealings with it ('partial'), or names it
 * for another reason ('none'). Directives and other measures short of blocking are partial only where no programme of the
 * entry blocks: UKRAINE-EO13662 does on the SDN list, and does not where a directive is the whole of it.
 */
create function entry_restriction(properties jsonb) returns text
language sql immutable parallel safe as $function$
  with topic as (
    select jsonb_array_elements_text(coalesce(properties -> 'topics', '[]')) as name
  ), said as (
    select jsonb_array_elements_text(coalesce(properties -> 'program', '[]') || coalesce(properties -> 'programId', '[]')
      || coalesce(properties -> 'keywords', '[]')) as programme
    union all
    select unnest(string_to_array(regexp_replace(summary, '^.* · ', ''), ', '))
    from jsonb_array_elements_text(coalesce(properties -> 'summary', '[]')) as summary where summary like 'OFAC%·%'
  ), programme as (
    select upper(btrim(regexp_replace(programme, '^(OFAC|US-?)\s*', '', 'i'))) as name from said where btrim(programme) <> ''
  ), judged as (
    select name ~ '^(SSI|561|NS-|FSE-|CMIC|CAPTA|MBS)|SECTORAL|MENU-BASED|NON-SDN|CORRESPONDENT ACCOUNT' as is_partial,
      name ~ '(EO ?13662|EO ?14024|EO ?14038|EO ?13959|EO ?14032|EO ?14114)' as has_directives
    from programme
  ), note as (
    select coalesce(properties ->> 'notes', '') || ' ' || coalesce(properties ->> 'summary', '') as text
  )
  select case
    when exists (select from topic) and not exists (select from topic where name = 'sanction')
      and exists (select from topic where name ~ '^(export\.|debarment|invest\.|trade\.risk|corp\.disqual)') then 'partial'
    when exists (select from topic)
      and not exists (select from topic where name !~ '^(role\.|poi$|sanction\.linked$)') then 'none'
    when exists (select from judged) and not exists (select from judged where not is_partial and not has_directives)
      and (not exists (select from judged where not is_partial)
        or (select text ~* 'directive (determination|[1-4]\M)|subject to directive|sectoral sanctions|menu-based|non-SDN' from note))
      then 'partial'
    when not exists (select from judged) and (select text ~* 'subject to directive|sectoral sanctions identification' from note)
      then 'partial'
    else 'blocking'
  end
$function$;

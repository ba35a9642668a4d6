-- Generated from the migrations by npm run db:generate.

create type danger_level as enum ('受制裁', '一类', '二类', '中性', '待定');
create type diff_cluster_kind as enum ('same_edit', 'series', 'same_place', 'same_state');
create type diff_kind as enum ('added', 'changed', 'removed', 'link_only', 'state');
create type diff_status as enum ('unread', 'important', 'ignored', 'done');
create type event_status as enum ('draft', 'confirmed', 'dismissed');
create type frontier_state as enum ('waiting', 'taken', 'done', 'failed', 'refused');
create type issue_kind as enum ('bug', 'wish', 'data');
create type issue_priority as enum ('urgent', 'high', 'normal', 'low');
create type issue_status as enum ('open', 'processing', 'resolved', 'closed');
create type page_status as enum ('active', 'gone', 'forbidden', 'error');
create type report_status as enum ('draft', 'review', 'published', 'archived');
create type round_cause as enum ('schedule', 'person');
create type round_state as enum ('running', 'stopping', 'stopped', 'complete', 'aborted');
create type upload_status as enum ('received', 'processing', 'ready', 'failed', 'accepted', 'rejected');
create type user_role as enum ('admin', 'super_editor', 'editor', 'super_reader', 'reader', 'uploader', 'device');
create type user_status as enum ('active', 'disabled');
create type word_kind as enum ('word', 'allow');

CREATE OR REPLACE FUNCTION public.add_counts(a jsonb, b jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(jsonb_object_agg(key, total), '{}') from (
    select key, sum(value::int) as total from (
      select * from jsonb_each_text(a) union all select * from jsonb_each_text(b)
    ) as every group by key
  ) as summed
$function$
;
CREATE OR REPLACE FUNCTION public.add_visit(rounds integer[], round integer)
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when round <= 0 or rounds[1] >= round then rounds else (round || rounds)[1:20] end
$function$
;
CREATE OR REPLACE FUNCTION public.blob_loosened()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into blob_loose (hash) select distinct hash from
      (select hash from former union all select text_blob from former where text_blob is not null) as gone
    order by hash on conflict do nothing;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.check_facts(of_noun text, ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  docs_of constant text := format($q$
    with live as materialized (
      select live.id, to_jsonb(live) as doc, array(select gone.id from %1$I as gone where gone.merged_into = live.id) as parts
      from (select distinct (select coalesce(named.merged_into, named.id) from %1$I as named where named.id = wanted.id) as id
          from unnest($1) as wanted (id)) as wanted
        cross join lateral (select * from %1$I as of where of.id = wanted.id offset 0) as live
    ), said as materialized (
      select live.id as record_id, claim.id, claim.field, claim.value, claim.value_key, claim.source_id,
        claim.first_seen_at, claim.last_seen_at, jsonb_typeof(fact_value(live.doc, claim.field)) = 'array' as is_list,
        coalesce(claim.withdrawn_at, source.withdrawn_at, source.deleted_at) as gone_at,
        -- Most claims say to the letter what is shown.
        coalesce(fact_value(live.doc, claim.field) = claim.value, false)
          or claim_shows(fact_value(live.doc, claim.field), claim.value) as is_shown
      from live cross join lateral unnest(array[live.id] || live.parts) as part (id)
        cross join lateral (select * from claim as of where of.noun = %1$L and of.record_id = part.id offset 0) as claim
        join source on source.id = claim.source_id
    ), counted as (
      -- Of a field with one value a source's latest word stands in place of those before.
      select *, gone_at is null and (is_list or row_number() over (
          partition by record_id, field, source_id, gone_at is null order by last_seen_at desc, id desc) = 1) as is_live
      from said
      -- Where all that is said is shown and nothing is gone, there is nothing to check.
      where record_id in (select off.record_id from said as off where not off.is_shown or off.gone_at is not null)
    ), fact as (
      select record_id, field, case when is_list then value_key else '' end as value_key,
        case when not bool_or(is_live) and bool_or(is_shown) then 'unsupported'
          when not bool_and(is_list) and bool_or(is_live and not is_shown) then 'disputed' end as kind,
        array_agg(id order by id) filter (where is_live and not is_shown) as other_ids,
        array_agg(distinct source_id) filter (where is_live and not is_shown) as other_sources,
        max(first_seen_at) filter (where is_live and not is_shown) as other_at,
        array_agg(id order by id) filter (where gone_at is not null and is_shown) as gone_ids,
        array_agg(distinct source_id) filter (where gone_at is not null and is_shown) as gone_sources,
        max(gone_at) filter (where is_shown) as gone_at
      from counted group by 1, 2, 3
    )
    select record_id, field, value_key, kind,
      case kind when 'disputed' then other_ids else gone_ids end as claim_ids,
      case kind when 'disputed' then other_sources else gone_sources end as source_ids,
      case kind when 'disputed' then other_at else gone_at end as since
    from fact where kind is not null$q$, of_noun);
begin
  if cardinality(ids) = 0 then return; end if;
  execute format($q$
    with now_so as materialized (%1$s), gone as (
      delete from fact_check where noun = %2$L and kind <> 'over_owned'
        and record_id in (select unnest($1)
          union select (select named.merged_into from %2$I as named where named.id = wanted.id) from unnest($1) as wanted (id))
        and not exists (select from now_so where now_so.record_id = fact_check.record_id
          and now_so.field = fact_check.field and now_so.value_key = fact_check.value_key)
    )
    insert into fact_check as kept (noun, record_id, field, value_key, kind, claim_ids, source_ids, since)
    select %2$L, record_id, field, value_key, kind, claim_ids, source_ids, since from now_so
    order by record_id, field, value_key
    on conflict on constraint fact_check_once do update set kind = excluded.kind, claim_ids = excluded.claim_ids,
      source_ids = excluded.source_ids, since = excluded.since,
      -- What somebody settled comes back when something else is said.
      settled_at = case when kept.kind = excluded.kind and kept.claim_ids @> excluded.claim_ids then kept.settled_at end,
      settled_by = case when kept.kind = excluded.kind and kept.claim_ids @> excluded.claim_ids then kept.settled_by end,
      note = case when kept.kind = excluded.kind and kept.claim_ids @> excluded.claim_ids then kept.note end
    where (kept.kind, kept.claim_ids, kept.source_ids, kept.since)
      is distinct from (excluded.kind, excluded.claim_ids, excluded.source_ids, excluded.since)$q$, docs_of, of_noun)
    using ids;
end $function$
;
CREATE OR REPLACE FUNCTION public.check_owners(ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare bucket integer;
begin
  -- Two owners that are written at once would each be summed without the other.
  for bucket in select distinct (of.id % 64)::int from unnest(ids) as of (id) order by 1 loop
    perform pg_advisory_xact_lock(8140, bucket);
  end loop;
  delete from fact_check where noun = 'og' and kind = 'over_owned' and record_id = any(ids)
    and record_id not in (select over_owned(ids));
  insert into fact_check (noun, record_id, field, kind, claim_ids, source_ids, since)
  select 'og', og_id, 'owners', 'over_owned', '{}', '{}', now() from over_owned(ids) as og_id order by og_id
  -- Owners whom a reader may not see move nothing that this reader sees.
  on conflict on constraint fact_check_once do nothing;
end $function$
;
CREATE OR REPLACE FUNCTION public.claim_after_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from claim using former where noun = tg_table_name and record_id = former.id;
  delete from claim_decision using former where noun = tg_table_name and record_id = former.id;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.claim_check_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  of record;
  ids bigint[];
  claimed text;
begin
  for of in select noun, array_agg(distinct record_id order by record_id) as ids from changed
      where noun in (select name from entity_type where has_facts) group by noun loop
    ids := of.ids;
    if tg_op = 'INSERT' then
      select coalesce(string_agg(format(', of.%I', said.field), ''), '') into claimed
        from (select distinct field from changed where noun = of.noun) as said
        join pg_attribute as part on part.attrelid = of.noun::regclass and part.attname = said.field
      where part.attnum > 0 and not part.attisdropped and said.field <> 'id';
      execute format($q$
        with live as materialized (
          select live.id, to_jsonb(live) as doc from unnest($1) as wanted (id)
            cross join lateral (select of.id%2$s from %1$I as of where of.id = wanted.id and of.merged_into is null offset 0) as live
          where (select true from %1$I as part where part.merged_into = live.id limit 1) is null
            and (select true from fact_check where noun = %1$L and record_id = live.id limit 1) is null
        ), gone as materialized (
          select id from source where (withdrawn_at is not null or deleted_at is not null)
            and id in (select source_id from changed)
        )
        select coalesce(array_agg(distinct said.record_id order by said.record_id), '{}')
        from (select record_id, field, value, source_id, withdrawn_at from changed where noun = %1$L) as said
          left join live on live.id = said.record_id
        where live.id is null or said.withdrawn_at is not null or said.source_id in (select id from gone)
          or not coalesce(live.doc -> said.field = said.value or live.doc -> said.field -> 0 = said.value
            or claim_shows(live.doc -> said.field, said.value), false)$q$, of.noun, claimed)
        using ids into ids;
    end if;
    perform check_facts(of.noun, ids);
  end loop;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.claim_forget_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Both at once: a claim left naming one of them would be refused.
  update claim set
    stated_by = case when stated_by in (select id from former) then null else stated_by end,
    withdrawn_by = case when withdrawn_by in (select id from former) then null else withdrawn_by end
  where id in (select claim.id from former join claim on claim.stated_by = former.id
    union select claim.id from former join claim on claim.withdrawn_by = former.id);
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.claim_keeps_source()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  named bigint;
begin
  select former.id into named from former where exists (select from claim where claim.source_id = former.id) limit 1;
  if found then
    raise exception 'claims name source %', named
      using errcode = 'foreign_key_violation', table = 'claim', constraint = 'claim_source_known';
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.claim_names_known()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  unknown bigint;
begin
  -- Held as a foreign key holds them: whoever deletes one waits until these claims are there to be seen.
  with named as materialized (select distinct source_id as id from changed),
    held as materialized (select source.id from source where source.id in (select id from named) for key share)
  select id into unknown from named where id not in (select id from held) limit 1;
  if found then
    raise exception 'claim names source %, which does not exist', unknown
      using errcode = 'foreign_key_violation', table = 'claim', constraint = 'claim_source_known';
  end if;
  with named as materialized (select distinct by.id from changed cross join lateral (values (stated_by), (withdrawn_by)) as by (id)
      where by.id is not null),
    held as materialized (select "user".id from "user" where "user".id in (select id from named) for key share)
  select id into unknown from named where id not in (select id from held) limit 1;
  if found then
    raise exception 'claim names user %, who does not exist', unknown
      using errcode = 'foreign_key_violation', table = 'claim', constraint = 'claim_user_known';
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.claim_shows(shown jsonb, said jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when shown is null or shown = 'null' then false
    when jsonb_typeof(shown) = 'array' and jsonb_typeof(said) <> 'array'
      then exists (select from jsonb_array_elements(shown) as item (one) where one = said or claim_text(one) = claim_text(said))
    else shown = said or claim_text(shown) = claim_text(said) end
$function$
;
CREATE OR REPLACE FUNCTION public.claim_text(said jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select lower(normalize(btrim(said #>> '{}'), NFKC))
$function$
;
CREATE OR REPLACE FUNCTION public.duplicate_linked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  execute format('insert into duplicate_queue (noun, record_id) select distinct %s, %I from %I', tg_argv[0], tg_argv[1],
    case when tg_op = 'DELETE' then 'former' else 'fresh' end);
  if tg_op = 'UPDATE' then
    execute format('insert into duplicate_queue (noun, record_id) select distinct %s, %I from former', tg_argv[0], tg_argv[1]);
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.duplicate_og_opened()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  with opened as materialized (
    select fresh.id from fresh join former using (id)
    where (fresh.read_user = '{}', fresh.deleted_at is null) is distinct from (former.read_user = '{}', former.deleted_at is null))
  insert into duplicate_queue (noun, record_id)
    select 'person', membership.person_id from opened join membership on membership.og_id = opened.id
    union select 'event', event_og.event_id from opened join event_og on event_og.og_id = opened.id;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.duplicate_record_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into duplicate_queue (noun, record_id) select tg_table_name, fresh.id from fresh;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.duplicate_record_updated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into duplicate_queue (noun, record_id) select tg_table_name, fresh.id from fresh join former using (id)
  where (fresh.updated_at, fresh.rev, fresh.deleted_at) is distinct from (former.updated_at, former.rev, former.deleted_at);
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.entry_restriction(properties jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
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
$function$
;
CREATE OR REPLACE FUNCTION public.event_text_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
        begin
          perform note_own_text('event', new.id, null::bigint, new.updated_at);
          return null;
        end $function$
;
CREATE OR REPLACE FUNCTION public.event_text_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        delete from own_text using former where own_text.kind = 'event' and own_text.record_id = former.id
          and own_text.comment_id is not distinct from null::bigint;
        return null;
      end $function$
;
CREATE OR REPLACE FUNCTION public.event_text_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        insert into own_text (kind, record_id, comment_id, at) select 'event', fresh.id, null::bigint, fresh.updated_at from fresh;
        return null;
      end $function$
;
CREATE OR REPLACE FUNCTION public.event_text_truncated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        delete from own_text where kind = 'event' and (comment_id is null) = 't';
        return null;
      end $function$
;
CREATE OR REPLACE FUNCTION public.external_key_after_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from external_key using former where noun = tg_table_name and record_id = former.id;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.fact_check_after_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from fact_check using former where noun = tg_table_name and record_id = former.id;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.fact_value(doc jsonb, field text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when field like 'custom.%' then doc #> array['custom', substr(field, 8)] else doc -> field end
$function$
;
CREATE OR REPLACE FUNCTION public.fold_identifier(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select regexp_replace(
    translate(normalize(value, NFKC), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९',
      'abcdefghijklmnopqrstuvwxyz012345678901234567890123456789') collate "C",
    '[\u0001-/:-@\[-`{-\u00a0\u00ad\u00b7\u1680\u2000-\u2015\u2028-\u202f\u205f-\u206f\u2212\u3000-\u3002\u30fb\ufeff]', '', 'g')
$function$
;
CREATE OR REPLACE FUNCTION public.folded(names text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE COST 1000
AS $function$
  select coalesce(array_agg(distinct lower(normalize(name, NFKC))), '{}') from unnest(names) as name
  where name is not null
$function$
;
CREATE OR REPLACE FUNCTION public.group_member_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform settle_members(array(select distinct user_id from changed));
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.groups_of(list bigint[])
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array(select -key from unnest(list) with ordinality as named (key, n) where key < 0 order by n) $function$
;
CREATE OR REPLACE FUNCTION public.hash_audit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.content_hash := coalesce(new.content_hash,
    sha256(convert_to(jsonb_build_array(new.reason, new.detail)::text, 'UTF8')));
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.hash_history()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.content_hash := coalesce(new.content_hash, sha256(convert_to(new.changes::text, 'UTF8')));
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.identifier_keys(identifiers jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(array_agg(distinct key), '{}') from jsonb_array_elements(identifiers) as each,
    lateral (values (concat(each ->> 'scheme', ':', each ->> 'country', ':',
        case when each ->> 'scheme' = 'other' then public.fold_identifier(coalesce(each ->> 'label', '')) || ':' end,
        public.fold_identifier(each ->> 'value'))),
      (public.fold_identifier(each ->> 'value'))) as keys (key)
$function$
;
CREATE OR REPLACE FUNCTION public.install_record_triggers(kind text, has_facts boolean, is_merged boolean, is_party boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  name_columns text;
  old_names text;
  new_names text;
begin
  insert into entity_type (name, has_facts, is_merged, is_party) values (kind, has_facts, is_merged, is_party)
    on conflict (name) do update set has_facts = excluded.has_facts, is_merged = excluded.is_merged, is_party = excluded.is_party;

  execute format($t$
    create or replace trigger %2$I after insert on %1$I referencing new table as fresh
      for each statement execute function search_after_insert();
    create or replace trigger %3$I after update on %1$I referencing old table as former new table as fresh
      for each statement execute function search_after_update();
    create or replace trigger %4$I after delete on %1$I referencing old table as former
      for each statement execute function search_after_delete()$t$,
    kind, kind || '_search_insert', kind || '_search_update', kind || '_search_delete');

  if has_facts then
    execute format('create sequence if not exists %I', kind || '_change_mark');
    execute format($t$
      create or replace trigger %2$I after insert or update or delete or truncate on %1$I
        for each statement execute function raise_change_mark();
      create or replace trigger %3$I after insert on %1$I referencing new table as fresh
        for each statement execute function note_record_changes();
      create or replace trigger %4$I after update on %1$I referencing new table as fresh
        for each statement execute function note_record_changes();
      create or replace trigger %5$I after delete on %1$I referencing old table as former
        for each statement execute function note_record_changes();
      create or replace trigger %6$I after truncate on %1$I for each statement execute function note_record_changes()$t$,
      kind, kind || '_change_mark', kind || '_change_insert', kind || '_change_update', kind || '_change_delete',
      kind || '_change_truncate');
    execute format($t$
      create or replace trigger %2$I after update on %1$I referencing old table as former new table as fresh
        for each statement execute function record_check_facts();
      create or replace trigger %3$I after delete on %1$I referencing old table as former
        for each statement execute function claim_after_delete();
      create or replace trigger %4$I after delete on %1$I referencing old table as former
        for each statement execute function external_key_after_delete();
      create or replace trigger %5$I after delete on %1$I referencing old table as former
        for each statement execute function fact_check_after_delete()$t$,
      kind, kind || '_check_facts', kind || '_claim_delete', kind || '_external_key_delete', kind || '_fact_check_delete');
  end if;

  if is_merged then
    execute format($t$
      create or replace trigger %2$I after insert on %1$I referencing new table as fresh
        for each statement execute function duplicate_record_inserted();
      create or replace trigger %3$I after update on %1$I referencing old table as former new table as fresh
        for each statement execute function duplicate_record_updated()$t$,
      kind, kind || '_duplicate_insert', kind || '_duplicate_update');
  end if;

  if is_party then
    -- Its own function for each table: the plan of a typed statement is kept, that of a dynamic one is not.
    execute format($t$
      create or replace function %2$I() returns trigger language plpgsql as $f$
      begin
        insert into screening_queue (noun, record_id) select %1$L, fresh.id from fresh join former using (id)
        where (fresh.deleted_at, fresh.merged_into) is distinct from (former.deleted_at, former.merged_into)
          or screened_fields(fresh::%1$I) is distinct from screened_fields(former::%1$I);
        return null;
      end $f$;
      create or replace trigger %3$I after insert on %1$I referencing new table as fresh
        for each statement execute function screening_inserted();
      create or replace trigger %4$I after update on %1$I referencing old table as former new table as fresh
        for each statement execute function %2$I();
      create or replace trigger %5$I after delete on %1$I referencing old table as former
        for each statement execute function screening_gone()$t$,
      kind, 'screening_' || kind || '_changed', kind || '_screening_insert', kind || '_screening_update', kind || '_screening_delete');
    select string_agg(quote_ident(attname), ', ' order by attnum), string_agg(format('old.%I', attname), ', ' order by attnum),
        string_agg(format('new.%I', attname), ', ' order by attnum)
      into name_columns, old_names, new_names from pg_attribute
      where attrelid = kind::regclass and not attisdropped and attname in ('name', 'eng_name', 'aliases');
    execute format($t$
      create or replace trigger %2$I after insert on %1$I for each statement execute function note_name_change();
      create or replace trigger %3$I after update of %5$s, deleted_at on %1$I for each row
        when ((%6$s, old.deleted_at is null) is distinct from (%7$s, new.deleted_at is null))
        execute function note_name_change();
      create or replace trigger %4$I after delete on %1$I for each row when (old.deleted_at is null)
        execute function note_name_change()$t$,
      kind, kind || '_name_insert', kind || '_name_update', kind || '_name_delete', name_columns, old_names, new_names);
  end if;
end $function$
;
CREATE OR REPLACE FUNCTION public.issue_comment_text_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
        begin
          perform note_own_text('issue', new.issue_id, new.id, new.updated_at);
          return null;
        end $function$
;
CREATE OR REPLACE FUNCTION public.issue_comment_text_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        delete from own_text using former where own_text.kind = 'issue' and own_text.record_id = former.issue_id
          and own_text.comment_id is not distinct from former.id;
        return null;
      end $function$
;
CREATE OR REPLACE FUNCTION public.issue_comment_text_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        insert into own_text (kind, record_id, comment_id, at) select 'issue', fresh.issue_id, fresh.id, fresh.updated_at from fresh;
        return null;
      end $function$
;
CREATE OR REPLACE FUNCTION public.issue_comment_text_truncated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        delete from own_text where kind = 'issue' and (comment_id is null) = 'f';
        return null;
      end $function$
;
CREATE OR REPLACE FUNCTION public.issue_text_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
        begin
          perform note_own_text('issue', new.id, null::bigint, new.updated_at);
          return null;
        end $function$
;
CREATE OR REPLACE FUNCTION public.issue_text_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        delete from own_text using former where own_text.kind = 'issue' and own_text.record_id = former.id
          and own_text.comment_id is not distinct from null::bigint;
        return null;
      end $function$
;
CREATE OR REPLACE FUNCTION public.issue_text_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        insert into own_text (kind, record_id, comment_id, at) select 'issue', fresh.id, null::bigint, fresh.updated_at from fresh;
        return null;
      end $function$
;
CREATE OR REPLACE FUNCTION public.issue_text_truncated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        delete from own_text where kind = 'issue' and (comment_id is null) = 't';
        return null;
      end $function$
;
CREATE OR REPLACE FUNCTION public.link_claim_after_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  is_there boolean;
begin
  execute format('select exists (select from %I where id = $1)', tg_table_name) into is_there using old.id;
  if not is_there then
    delete from claim where noun = tg_table_name and record_id = old.id;
    delete from claim_decision where noun = tg_table_name and record_id = old.id;
    delete from external_key where noun = tg_table_name and record_id = old.id;
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.note_dictionary_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into dictionary_version (version) values (new.version) on conflict do nothing;
  delete from dictionary_version where version < new.version - 10000;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.note_name_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into name_change default values;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.note_own_text(kind text, record_id bigint, comment_id bigint, at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into own_text as known (kind, record_id, comment_id, at) values ($1, $2, $3, $4)
  on conflict (kind, record_id, comment_id) do update set step = known.step + 1, scanned = 0, at = excluded.at
$function$
;
CREATE OR REPLACE FUNCTION public.note_record_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  most constant int := 200;
begin
  if tg_op = 'TRUNCATE' then
    insert into record_change (noun) values (tg_table_name);
  elsif tg_op = 'DELETE' then
    if (select count(*) from former) > most then
      insert into record_change (noun) values (tg_table_name);
    else
      insert into record_change (noun, record_id) select tg_table_name, id from former;
    end if;
  elsif (select count(*) from fresh) > most then
    insert into record_change (noun) values (tg_table_name);
  else
    insert into record_change (noun, record_id) select tg_table_name, id from fresh;
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.og_relation_check_owners()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare ids bigint[];
begin
  if tg_op = 'INSERT' then
    select coalesce(array_agg(distinct og_id), '{}') into ids from fresh where type = 'owns' and share_min > 0;
  elsif tg_op = 'DELETE' then
    select coalesce(array_agg(distinct og_id), '{}') into ids from former where type = 'owns' and share_min > 0;
  else
    select coalesce(array_agg(distinct each.og_id), '{}') into ids
    from fresh join former using (id)
      cross join lateral (values (fresh.og_id, fresh.type), (former.og_id, former.type)) as each (og_id, type)
    where each.type = 'owns'
      and (fresh.og_id, fresh.type, fresh.share_min, fresh.is_beneficial, fresh.from_og_id, fresh.from_person_id,
          fresh.start_time, fresh.end_time)
        is distinct from (former.og_id, former.type, former.share_min, former.is_beneficial, former.from_og_id,
          former.from_person_id, former.start_time, former.end_time);
  end if;
  if cardinality(ids) > 0 then perform check_owners(ids); end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.only_grows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  contents constant text[] := array['reason', 'detail', 'changes', 'erased_by'];
  erasing constant text := current_setting('og.erasure', true);
begin
  if tg_op = 'UPDATE' and tg_table_name <> 'audit_seal' and erasing ~ '^[0-9]+$' then
    if new.erased_by = erasing::bigint and to_jsonb(new) - contents = to_jsonb(old) - contents
      and exists (select from erasure where erasure.id = erasing::bigint and erasure.state = 'running')
    then
      return new;
    end if;
  end if;
  raise exception '% can only grow', tg_table_name using errcode = 'restrict_violation';
end $function$
;
CREATE OR REPLACE FUNCTION public.over_owned(ids bigint[])
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
AS $function$
  select distinct og_id from (
    select og_id, is_beneficial, sum(least) as least from (
      select og_id, is_beneficial, from_og_id, from_person_id, max(share_min) as least from og_relation
      where og_id = any(ids) and type = 'owns' and share_min > 0 group by 1, 2, 3, 4
    ) as held group by 1, 2
  ) as summed where least > 100
$function$
;
CREATE OR REPLACE FUNCTION public.page_asset_loosened()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into blob_loose (hash) select distinct hash from former where hash is not null order by hash on conflict do nothing;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.page_snapshot_loosened()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into blob_loose (hash) select distinct picture from former where picture is not null order by picture
    on conflict do nothing;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.page_version_replaced()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update page_version set is_replaced = true
    where og_id = old.og_id and page_id = old.id and id in (old.last_version, old.low_version)
      and id is distinct from new.last_version and id is distinct from new.low_version;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.place_in_time(start_time text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select coalesce(time_from(start_time), make_timestamptz(1, 1, 1, 0, 0, 0, 'UTC')) $function$
;
CREATE OR REPLACE FUNCTION public.queue_webhooks_of_history()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from webhook where state <> 'stopped') then return null; end if;
  insert into webhook_delivery (webhook_id, kind, about_noun, about_id, actor_id, detail, at, next_at)
  select webhook.id, event.kind, fresh.noun, fresh.record_id, fresh.user_id,
    jsonb_build_object('history', fresh.id, 'act', fresh.act), fresh.at, fresh.at
  from fresh
    cross join lateral (values (case fresh.act when 'create' then 'record.created' when 'delete' then 'record.deleted'
      else 'record.updated' end)) as event (kind)
    join webhook on webhook.state <> 'stopped' and event.kind = any(webhook.kinds)
  where fresh.noun = any('{og,person,event,source,report}')
  order by fresh.id, webhook.id;
  if found then perform pg_notify('webhook', ''); end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.queue_webhooks_of_news()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from webhook where state <> 'stopped') then return null; end if;
  insert into webhook_delivery (webhook_id, kind, about_noun, about_id, actor_id, detail, at, next_at)
  select webhook.id, event.kind, fresh.noun, fresh.record_id, fresh.actor_id, fresh.detail, fresh.at, fresh.at
  from fresh
    cross join lateral (values (case fresh.kind when 'maybe_listed' then 'screening.hit' when 'published' then 'report.published'
      when 'search_hit' then 'search.found' end)) as event (kind)
    join webhook on webhook.state <> 'stopped' and event.kind = any(webhook.kinds)
      and (event.kind <> 'search.found' or webhook.user_id = any(fresh.users))
  order by fresh.id, webhook.id;
  if found then perform pg_notify('webhook', ''); end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.raise_change_mark()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform nextval((tg_table_name || '_change_mark')::regclass);
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.raise_dictionary()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update dictionary set version = version + 1;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.readers_of(owner bigint, read_user bigint[], write_user bigint[])
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select case when read_user = '{}' then null else array_remove(read_user || write_user || owner, null) end $function$
;
CREATE OR REPLACE FUNCTION public.record_check_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare ids bigint[];
begin
  select coalesce(array_agg(distinct moved.id order by moved.id), '{}') into ids
  from (select id, to_jsonb(fresh) - '{rev,updated_at}'::text[] as doc, merged_into from fresh offset 0) as now_so
    join (select id, to_jsonb(former) - '{rev,updated_at}'::text[] as doc, merged_into from former offset 0) as before using (id)
    cross join lateral unnest(array[id, now_so.merged_into, before.merged_into]) as moved (id)
  where now_so.doc <> before.doc and moved.id is not null;
  if cardinality(ids) = 0 then return null; end if;
  -- Most records are such that nobody says anything of them, nor of what became part of them.
  execute format($q$select coalesce(array_agg(of.id), '{}') from unnest($1) as of (id)
    where exists (select from unnest(array[of.id] || array(select part.id from %1$I as part where part.merged_into = of.id)) as part (id)
      where (select true from claim where claim.noun = %1$L and claim.record_id = part.id limit 1))
      or (select true from fact_check where fact_check.noun = %1$L and fact_check.record_id = of.id limit 1)$q$, tg_table_name)
    using ids into ids;
  if cardinality(ids) > 0 then perform check_facts(tg_table_name, ids); end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_struck()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from assistant_draft
    where (case tg_table_name when 'event' then event_id else report_id end) = new.id
      and sentences @? '$[*] ? (@.strike != null)')
  then raise exception 'a struck sentence is in the draft' using errcode = 'OG001';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.report_comment_text_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
        begin
          perform note_own_text('report', new.report_id, new.id, new.created_at);
          return null;
        end $function$
;
CREATE OR REPLACE FUNCTION public.report_comment_text_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        delete from own_text using former where own_text.kind = 'report' and own_text.record_id = former.report_id
          and own_text.comment_id is not distinct from former.id;
        return null;
      end $function$
;
CREATE OR REPLACE FUNCTION public.report_comment_text_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        insert into own_text (kind, record_id, comment_id, at) select 'report', fresh.report_id, fresh.id, fresh.created_at from fresh;
        return null;
      end $function$
;
CREATE OR REPLACE FUNCTION public.report_comment_text_truncated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        delete from own_text where kind = 'report' and (comment_id is null) = 'f';
        return null;
      end $function$
;
CREATE OR REPLACE FUNCTION public.report_text_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_own_text('report', new.id, null, coalesce(
    (select saved_at from report_version where report_id = new.id and number = new.version), new.updated_at));
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.report_text_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        delete from own_text using former where own_text.kind = 'report' and own_text.record_id = former.id
          and own_text.comment_id is not distinct from null::bigint;
        return null;
      end $function$
;
CREATE OR REPLACE FUNCTION public.report_text_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        insert into own_text (kind, record_id, comment_id, at) select 'report', fresh.id, null::bigint, fresh.updated_at from fresh;
        return null;
      end $function$
;
CREATE OR REPLACE FUNCTION public.report_text_truncated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        delete from own_text where kind = 'report' and (comment_id is null) = 't';
        return null;
      end $function$
;
CREATE OR REPLACE FUNCTION public.report_version_text_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from report where id = new.report_id and version = new.number) then
    perform note_own_text('report', new.report_id, null, new.saved_at);
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.screened_digest(fields jsonb)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select md5(fields::text)::uuid
$function$
;
CREATE OR REPLACE FUNCTION public.screened_fields(party og)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select jsonb_build_object('names', array_remove(array[party.name, party.eng_name], null), 'aliases', party.aliases,
    'alias_notes', party.alias_notes, 'date', party.register_time, 'region', party.region, 'sex', null,
    'identifiers', party.identifiers)
$function$
;
CREATE OR REPLACE FUNCTION public.screened_fields(party person)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select jsonb_build_object('names', array[party.name], 'aliases', party.aliases, 'alias_notes', party.alias_notes,
    'date', party.birth_time, 'region', party.region, 'sex', party.gender, 'identifiers', party.identifiers)
$function$
;
CREATE OR REPLACE FUNCTION public.screening_gone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into screening_queue (noun, record_id) select tg_table_name, former.id from former;
  delete from screened_record using former where screened_record.noun = tg_table_name and screened_record.record_id = former.id;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.screening_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into screening_queue (noun, record_id) select tg_table_name, fresh.id from fresh;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.screening_og_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        insert into screening_queue (noun, record_id) select 'og', fresh.id from fresh join former using (id)
        where (fresh.deleted_at, fresh.merged_into) is distinct from (former.deleted_at, former.merged_into)
          or screened_fields(fresh::og) is distinct from screened_fields(former::og);
        return null;
      end $function$
;
CREATE OR REPLACE FUNCTION public.screening_person_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        insert into screening_queue (noun, record_id) select 'person', fresh.id from fresh join former using (id)
        where (fresh.deleted_at, fresh.merged_into) is distinct from (former.deleted_at, former.merged_into)
          or screened_fields(fresh::person) is distinct from screened_fields(former::person);
        return null;
      end $function$
;
CREATE OR REPLACE FUNCTION public.search_after_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from search_entry using former where noun = tg_table_name and record_id = former.id;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.search_after_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_queue (noun, record_id) select tg_table_name, fresh.id from fresh;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.search_after_link()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'DELETE' then
    execute format('insert into search_queue (noun, record_id) select distinct %L, fresh.%I from fresh', tg_argv[0], tg_argv[1]);
  else
    execute format('insert into search_queue (noun, record_id) select distinct %L, former.%I from former', tg_argv[0], tg_argv[1]);
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.search_after_page()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_queue (noun, record_id, is_bulk) values ('page', new.id, true);
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.search_after_page_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from search_entry using former where noun = 'page' and record_id = former.id;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.search_after_publishing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      update search_entry set is_hidden = fresh.deleted_at is not null or fresh.published_version is null or fresh.status = 'archived'
        from fresh where search_entry.noun = 'report' and search_entry.record_id = fresh.id and search_entry.part = 1;
      return null;
    end $function$
;
CREATE OR REPLACE FUNCTION public.search_after_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_queue (noun, record_id) select tg_table_name, fresh.id from fresh;
  if (select count(*) from fresh join former using (id)
    where (fresh.owner, fresh.read_user, fresh.write_user, fresh.deleted_at)
      is distinct from (former.owner, former.read_user, former.write_user, former.deleted_at)) = 0 then
    return null;
  end if;
  update search_entry set owner = fresh.owner, readers = readers_of(fresh.owner, fresh.read_user, fresh.write_user),
      is_hidden = fresh.deleted_at is not null
    from fresh where search_entry.noun = tg_table_name and search_entry.record_id = fresh.id;
  if tg_table_name = 'og' then
    update search_entry set owner = fresh.owner, readers = readers_of(fresh.owner, fresh.read_user, fresh.write_user),
        is_hidden = fresh.deleted_at is not null
      from fresh join former using (id) where search_entry.og_id = fresh.id and search_entry.noun = 'page'
        and (fresh.owner, fresh.read_user, fresh.write_user, fresh.deleted_at)
          is distinct from (former.owner, former.read_user, former.write_user, former.deleted_at);
    -- What was fetched while it lay in the trash.
    insert into search_queue (noun, record_id, is_bulk) select 'page', page.id, true
      from fresh join former using (id) join page on page.og_id = fresh.id
      where former.deleted_at is not null and fresh.deleted_at is null;
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.search_after_version_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from search_entry using former where noun = 'page' and record_id = former.page_id and part = former.id;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.search_after_version_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_queue (noun, record_id, is_bulk) values ('page', new.page_id, true);
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.search_key(VARIADIC parts text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select ' ' || translate(lower(normalize(text_of(parts), NFKC)), E'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', repeat(' ', 32))
$function$
;
CREATE OR REPLACE FUNCTION public.search_names_after_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from search_name using former where search_name.noun = former.noun and search_name.record_id = former.record_id
    and search_name.part = former.part;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.settle_members(users bigint[])
 RETURNS void
 LANGUAGE sql
AS $function$
  update "user" set group_keys = array(
    select -group_member.group_id from group_member where group_member.user_id = "user".id order by group_member.group_id)
  where id = any(users)
$function$
;
CREATE OR REPLACE FUNCTION public.settle_user_role()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    new.own_role := coalesce(new.own_role, new.role);
  elsif new.role is distinct from old.role then
    new.own_role := new.role;
  end if;
  -- The order of the type is the order of the roles, the highest first.
  select least(new.own_role, min(user_group.role)) into new.role
    from group_member join user_group on user_group.id = group_member.group_id where group_member.user_id = new.id;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.source_check_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  -- With up to so many claims it takes no longer than the act itself.
  few constant integer := 1000;
  changed record;
  said integer;
  of record;
begin
  for changed in select id from fresh join former using (id)
      where (fresh.withdrawn_at is null) <> (former.withdrawn_at is null)
        or (fresh.deleted_at is null) <> (former.deleted_at is null) order by id loop
    select count(*) into said from (select from claim where claim.source_id = changed.id limit few + 1) as first_ones;
    if said > few then
      insert into source_check as kept (source_id, total)
        select changed.id, count(*) from claim where claim.source_id = changed.id
        on conflict (source_id) do update set step = kept.step + 1, after_id = 0, done = 0, total = excluded.total;
      continue;
    end if;
    for of in select claim.noun, array_agg(distinct claim.record_id) as ids from claim
        where claim.source_id = changed.id and claim.noun in (select name from entity_type where has_facts) group by claim.noun loop
      perform check_facts(of.noun, of.ids);
    end loop;
  end loop;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.span_of(start_time text, end_time text)
 RETURNS tstzrange
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when start_time is null then null else tstzrange(
    time_from(start_time),
    greatest(time_to(start_time), time_to(end_time), time_from(start_time) + interval '1 ms')
  ) end
$function$
;
CREATE OR REPLACE FUNCTION public.text_of(parts text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select array_to_string(parts, ' ') $function$
;
CREATE OR REPLACE FUNCTION public.time_from(t text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case
    when t is null then null
    when length(t) = 4 then make_timestamptz(t::int, 1, 1, 0, 0, 0, 'UTC')
    when length(t) = 7 then make_timestamptz(left(t, 4)::int, substr(t, 6, 2)::int, 1, 0, 0, 0, 'UTC')
    when length(t) = 10 then
      make_timestamptz(left(t, 4)::int, substr(t, 6, 2)::int, substr(t, 9, 2)::int, 0, 0, 0, 'UTC')
    else make_timestamptz(left(t, 4)::int, substr(t, 6, 2)::int, substr(t, 9, 2)::int, substr(t, 12, 2)::int,
      substr(t, 15, 2)::int, coalesce(substring(t from 'T\d\d:\d\d:([\d.]+)'), '0')::double precision, 'UTC')
  end
$function$
;
CREATE OR REPLACE FUNCTION public.time_to(t text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case
    when t is null then null
    when length(t) = 4 then make_timestamptz(t::int + 1, 1, 1, 0, 0, 0, 'UTC')
    when length(t) = 7 then
      make_timestamptz(left(t, 4)::int + substr(t, 6, 2)::int / 12, substr(t, 6, 2)::int % 12 + 1, 1, 0, 0, 0, 'UTC')
    when length(t) = 10 then
      make_timestamptz(left(t, 4)::int, substr(t, 6, 2)::int, substr(t, 9, 2)::int, 0, 0, 0, 'UTC') + interval '86400 s'
    else time_from(t)
  end
$function$
;
CREATE OR REPLACE FUNCTION public.timeline_note_text_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
        begin
          perform note_own_text('note', new.id, null::bigint, new.updated_at);
          return null;
        end $function$
;
CREATE OR REPLACE FUNCTION public.timeline_note_text_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        delete from own_text using former where own_text.kind = 'note' and own_text.record_id = former.id
          and own_text.comment_id is not distinct from null::bigint;
        return null;
      end $function$
;
CREATE OR REPLACE FUNCTION public.timeline_note_text_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        insert into own_text (kind, record_id, comment_id, at) select 'note', fresh.id, null::bigint, fresh.updated_at from fresh;
        return null;
      end $function$
;
CREATE OR REPLACE FUNCTION public.timeline_note_text_truncated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        delete from own_text where kind = 'note' and (comment_id is null) = 't';
        return null;
      end $function$
;
CREATE OR REPLACE FUNCTION public.user_group_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform settle_members(array(select user_id from group_member where group_id = new.id));
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.users_of(list bigint[])
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array(select key from unnest(list) with ordinality as named (key, n) where key > 0 order by n) $function$
;
CREATE OR REPLACE FUNCTION public.wide_grams(key text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when key ~ '[^\x01-\x7f]' then (
    select coalesce(array_agg(distinct gram), '{}')
    from (select c, lead(c) over () as d from unnest(string_to_array(key, null)) as chars (c)) as pair
    cross join lateral (values (c, true), (c || d, d > E'\x7f')) as g (gram, is_wide)
    where is_wide and c > E'\x7f'
  ) else '{}'::text[] end
$function$
;

-- An event or a report that an assistant drafted, with its sentences and their evidence
create table assistant_draft (
  id bigint not null generated always as identity,
  event_id bigint,
  report_id bigint,
  user_id bigint,
  token text not null,
  sentences jsonb not null,
  created_at timestamp(3) with time zone not null,
  is_model boolean not null default false,
  constraint assistant_draft_check CHECK ((num_nonnulls(event_id, report_id) = 1)),
  constraint assistant_draft_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id) ON DELETE CASCADE,
  constraint assistant_draft_event_id_key UNIQUE (event_id),
  constraint assistant_draft_pkey PRIMARY KEY (id),
  constraint assistant_draft_report_id_fkey FOREIGN KEY (report_id) REFERENCES report(id) ON DELETE CASCADE,
  constraint assistant_draft_report_id_key UNIQUE (report_id),
  constraint assistant_draft_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE SET NULL
);
CREATE INDEX assistant_draft_user_idx ON public.assistant_draft USING btree (user_id);

-- A file that belongs to an event, a report or a feedback; its bytes are an attachment_content
create table attachment (
  id bigint not null generated always as identity,
  noun text not null,
  record_id bigint not null,
  name text not null,
  hash bytea not null,
  owner bigint,
  created_at timestamp(3) with time zone not null,
  constraint attachment_hash_fkey FOREIGN KEY (hash) REFERENCES attachment_content(hash),
  constraint attachment_noun_check CHECK ((noun = ANY (ARRAY['issue'::text, 'event'::text, 'report'::text]))),
  constraint attachment_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint attachment_pkey PRIMARY KEY (id)
);
CREATE INDEX attachment_hash_idx ON public.attachment USING btree (hash);
CREATE INDEX attachment_owner_idx ON public.attachment USING btree (owner);
CREATE INDEX attachment_record_idx ON public.attachment USING btree (noun, record_id, id);

-- Bytes of attachments, each once, by their SHA-256
create table attachment_content (
  hash bytea not null,
  blob_key text not null,
  size bigint not null,
  media_type text not null,
  is_picture boolean not null,
  created_at timestamp(3) with time zone not null,
  constraint attachment_content_blob_key_key UNIQUE (blob_key),
  constraint attachment_content_hash_check CHECK ((octet_length(hash) = 32)),
  constraint attachment_content_pkey PRIMARY KEY (hash),
  constraint attachment_content_size_check CHECK ((size > 0))
);

-- Acts that change no record (reading, exporting, signing in) and why; only ever added to
create table audit (
  id bigint not null generated always as identity,
  at timestamp(3) with time zone not null,
  user_id bigint,
  username text not null,
  act text not null,
  noun text not null,
  record_id bigint,
  reason text,
  detail jsonb not null default '{}'::jsonb,
  req_id text not null,
  address text not null,
  content_hash bytea not null,
  erased_by bigint,
  constraint audit_id_check CHECK ((id > 0)),
  constraint audit_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_act_idx ON public.audit USING btree (act, at DESC, id DESC);
CREATE INDEX audit_address_idx ON public.audit USING btree (address, at DESC, id DESC);
CREATE INDEX audit_at_idx ON public.audit USING btree (at DESC, id DESC);
CREATE INDEX audit_login_idx ON public.audit USING btree (user_id, at DESC, id DESC) WHERE (act = 'login'::text);
CREATE INDEX audit_noun_idx ON public.audit USING btree (noun, at DESC, id DESC);
CREATE INDEX audit_record_idx ON public.audit USING btree (noun, record_id, id DESC);
CREATE INDEX audit_req_idx ON public.audit USING btree (req_id);
CREATE INDEX audit_user_idx ON public.audit USING btree (user_id, at DESC, id DESC);
CREATE TRIGGER audit_hash BEFORE INSERT ON public.audit FOR EACH ROW EXECUTE FUNCTION hash_audit();
CREATE TRIGGER audit_never_empty BEFORE TRUNCATE ON public.audit FOR EACH STATEMENT EXECUTE FUNCTION only_grows();
CREATE TRIGGER audit_only_grows BEFORE DELETE OR UPDATE ON public.audit FOR EACH ROW EXECUTE FUNCTION only_grows();

-- A chain of hashes over history and audit: what was sealed cannot be changed unseen
create table audit_seal (
  id bigint not null,
  at timestamp(3) with time zone not null,
  cluster text not null,
  next_tx bigint not null,
  audit_next bigint not null,
  history_next bigint not null,
  audit_ids int8multirange not null,
  audit_open int8multirange not null,
  audit_closed int8multirange not null,
  history_ids int8multirange not null,
  history_open int8multirange not null,
  history_closed int8multirange not null,
  count integer not null,
  digests bytea not null,
  previous bytea not null,
  hash bytea not null,
  constraint audit_seal_hash_key UNIQUE (hash),
  constraint audit_seal_id_check CHECK ((id > 0)),
  constraint audit_seal_pkey PRIMARY KEY (id)
);
CREATE TRIGGER seal_never_empty BEFORE TRUNCATE ON public.audit_seal FOR EACH STATEMENT EXECUTE FUNCTION only_grows();
CREATE TRIGGER seal_only_grows BEFORE DELETE OR UPDATE ON public.audit_seal FOR EACH ROW EXECUTE FUNCTION only_grows();

-- Backups taken or begun, and how they ended
create table backup (
  id bigint not null generated always as identity,
  cause text not null,
  state text not null default 'running'::text,
  started_at timestamp(3) with time zone not null,
  touched_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  file text not null,
  is_encrypted boolean not null,
  bytes bigint,
  tables integer,
  rows bigint,
  files integer,
  lost integer not null default 0,
  removed_at timestamp(3) with time zone,
  error text,
  host text,
  constraint backup_cause_check CHECK ((cause = ANY (ARRAY['command'::text, 'nightly'::text]))),
  constraint backup_check CHECK (((state = 'running'::text) = (ended_at IS NULL))),
  constraint backup_pkey PRIMARY KEY (id),
  constraint backup_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX backup_started_at_idx ON public.backup USING btree (started_at DESC, id DESC);

-- A version of a page as it was fetched: in which pack it lies, and against which other it is compressed
create table blob (
  hash bytea not null,
  base bytea,
  pack uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  at integer not null,
  stored integer not null,
  size integer not null,
  step smallint not null default 0,
  is_lost boolean not null default false,
  codec text not null,
  constraint blob_base_fkey FOREIGN KEY (base) REFERENCES blob(hash),
  constraint blob_check CHECK (((codec = 'delta'::text) = (base IS NOT NULL))),
  constraint blob_check1 CHECK (((codec = 'delta'::text) = (step > 0))),
  constraint blob_codec_check CHECK ((codec = ANY (ARRAY['raw'::text, 'zstd'::text, 'delta'::text]))),
  constraint blob_hash_check CHECK ((octet_length(hash) = 32)),
  constraint blob_pkey PRIMARY KEY (hash),
  constraint blob_step_check CHECK ((step >= 0))
);
CREATE INDEX blob_base_idx ON public.blob USING btree (base) WHERE (base IS NOT NULL);
CREATE INDEX blob_pack_idx ON public.blob USING btree (pack);

-- Contents of which a version was removed, to be looked at when tidying
create table blob_loose (
  hash bytea not null,
  at timestamp(3) with time zone not null default now(),
  constraint blob_loose_pkey PRIMARY KEY (hash)
);

-- Files to be removed after the commit that took their rows
create table blob_removal (
  key text not null,
  at timestamp(3) with time zone not null default now(),
  constraint blob_removal_pkey PRIMARY KEY (key)
);

-- How often a user did what is bounded, in the present window
create table bound_use (
  key text not null,
  count integer not null,
  ends_at timestamp with time zone not null,
  constraint bound_use_pkey PRIMARY KEY (key)
);

-- Coming events that a reader of the morning brief has cleared
create table brief_done (
  user_id bigint not null,
  event_id bigint not null,
  start_time text,
  done_at timestamp(3) with time zone not null,
  constraint brief_done_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id) ON DELETE CASCADE,
  constraint brief_done_pkey PRIMARY KEY (user_id, event_id),
  constraint brief_done_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX brief_done_event_idx ON public.brief_done USING btree (event_id);

-- A certificate of a screening: what it says, and its seal
create table certificate (
  id bigint not null generated always as identity,
  code_key text not null,
  kind text not null,
  noun text,
  record_id bigint,
  content jsonb not null,
  content_hash bytea not null,
  signature bytea not null,
  key_id bigint not null,
  file_hash bytea not null,
  made_by bigint,
  made_at timestamp(3) with time zone not null,
  constraint certificate_code_key_key UNIQUE (code_key),
  constraint certificate_key_id_fkey FOREIGN KEY (key_id) REFERENCES certificate_key(id),
  constraint certificate_kind_check CHECK ((kind = ANY (ARRAY['record'::text, 'name'::text, 'file'::text]))),
  constraint certificate_made_by_fkey FOREIGN KEY (made_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint certificate_pkey PRIMARY KEY (id)
);
CREATE INDEX certificate_key_id_idx ON public.certificate USING btree (key_id);
CREATE INDEX certificate_made_by_idx ON public.certificate USING btree (made_by);
CREATE INDEX certificate_record_idx ON public.certificate USING btree (noun, record_id, id DESC) WHERE (record_id IS NOT NULL);

-- The key pair (Ed25519) that certificates are sealed with; an older one still opens what it sealed
create table certificate_key (
  id bigint not null generated always as identity,
  public_key bytea not null,
  private_key bytea not null,
  created_at timestamp(3) with time zone not null,
  constraint certificate_key_pkey PRIMARY KEY (id)
);

-- A value of a field as a source states it, with its evidence
create table claim (
  id bigint not null generated always as identity,
  noun text not null,
  record_id bigint not null,
  field text not null,
  value jsonb not null,
  value_key text not null,
  source_id bigint not null,
  credibility smallint,
  evidence jsonb not null default '[]'::jsonb,
  first_seen_at timestamp(3) with time zone not null,
  last_seen_at timestamp(3) with time zone not null,
  stated_by bigint,
  interchange_id bigint,
  withdrawn_at timestamp(3) with time zone,
  withdrawn_by bigint,
  run_id bigint,
  constraint claim_credibility_check CHECK (((credibility >= 1) AND (credibility <= 6))),
  constraint claim_once UNIQUE (noun, record_id, field, value_key, source_id),
  constraint claim_pkey PRIMARY KEY (id)
);
CREATE INDEX claim_cites_idx ON public.claim USING gin (evidence jsonb_path_ops) WHERE (evidence @> '[{"type": "record"}]'::jsonb);
CREATE INDEX claim_run_idx ON public.claim USING btree (run_id) WHERE (run_id IS NOT NULL);
CREATE INDEX claim_source_id_idx ON public.claim USING btree (source_id, id DESC);
CREATE INDEX claim_stated_by_idx ON public.claim USING btree (stated_by);
CREATE INDEX claim_withdrawn_by_idx ON public.claim USING btree (withdrawn_by) WHERE (withdrawn_by IS NOT NULL);
CREATE TRIGGER claim_check_delete AFTER DELETE ON public.claim REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION claim_check_facts();
CREATE TRIGGER claim_check_insert AFTER INSERT ON public.claim REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION claim_check_facts();
CREATE TRIGGER claim_check_update AFTER UPDATE ON public.claim REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION claim_check_facts();
CREATE TRIGGER claim_known_insert AFTER INSERT ON public.claim REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION claim_names_known();
CREATE TRIGGER claim_known_update AFTER UPDATE ON public.claim REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION claim_names_known();

-- A claim that a later run states again, and how it stood before
create table claim_again (
  claim_id bigint not null,
  run_id bigint not null,
  at timestamp(3) with time zone not null,
  seen_before timestamp(3) with time zone not null,
  withdrawn_before timestamp(3) with time zone,
  withdrawn_by_before bigint,
  constraint claim_again_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claim(id) ON DELETE CASCADE,
  constraint claim_again_pkey PRIMARY KEY (claim_id, run_id)
);
CREATE INDEX claim_again_run_idx ON public.claim_again USING btree (run_id);

-- A person keeps the value of a field, or lets the rule choose it
create table claim_decision (
  noun text not null,
  record_id bigint not null,
  field text not null,
  is_kept boolean not null,
  decided_by bigint,
  decided_at timestamp(3) with time zone not null,
  history_id bigint not null,
  run_id bigint,
  before jsonb,
  constraint claim_decision_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint claim_decision_pkey PRIMARY KEY (noun, record_id, field)
);
CREATE INDEX claim_decision_decided_by_idx ON public.claim_decision USING btree (decided_by);
CREATE INDEX claim_decision_run_id_idx ON public.claim_decision USING btree (run_id) WHERE (run_id IS NOT NULL);

-- Nightly samples compared the slow way, by part: how many, how many differed, and at most ten examples
create table coverage_check (
  id bigint not null generated always as identity,
  part text not null,
  at timestamp(3) with time zone not null,
  sampled integer not null,
  different integer not null,
  examples jsonb not null default '[]'::jsonb,
  constraint coverage_check_part_check CHECK ((part = ANY (ARRAY['screening'::text, 'documents'::text, 'mentions'::text, 'pages'::text, 'search'::text]))),
  constraint coverage_check_pkey PRIMARY KEY (id)
);
CREATE INDEX coverage_check_part_idx ON public.coverage_check USING btree (part, at DESC);

-- A field of a noun that the team has defined
create table custom_field (
  id bigint not null generated always as identity,
  rev integer not null default 1,
  noun text not null,
  name text not null,
  eng_name text,
  kind text not null,
  choices text[] not null default '{}'::text[],
  place smallint not null default 0,
  retired_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint custom_field_kind_check CHECK ((kind = ANY (ARRAY['text'::text, 'number'::text, 'date'::text, 'choice'::text, 'boolean'::text]))),
  constraint custom_field_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX custom_field_name_key ON public.custom_field USING btree (noun, lower(NORMALIZE(name, NFKC)));

-- A process or machine that fetches, as its beats tell it
create table device (
  id bigint not null generated always as identity,
  name text not null,
  host text not null,
  version text not null,
  started_at timestamp(3) with time zone not null,
  last_seen_at timestamp(3) with time zone not null,
  stopped_at timestamp(3) with time zone,
  sites integer not null default 0,
  pages bigint not null default 0,
  pages_per_minute real not null default 0,
  usual_per_minute real not null default 0,
  memory_mb integer not null default 0,
  last_error text,
  last_error_at timestamp(3) with time zone,
  process_id bigint,
  constraint device_pkey PRIMARY KEY (id)
);
CREATE INDEX device_process_idx ON public.device USING btree (process_id) WHERE (process_id IS NOT NULL);

-- What a device fetched in each minute
create table device_minute (
  device_id bigint not null,
  minute timestamp(0) with time zone not null,
  pages integer not null,
  constraint device_minute_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(id) ON DELETE CASCADE,
  constraint device_minute_pkey PRIMARY KEY (device_id, minute)
);

-- One row: the version of words and names, with which every searched text is marked
create table dictionary (
  only_one boolean not null default true,
  version integer not null,
  constraint dictionary_only_one_check CHECK (only_one),
  constraint dictionary_pkey PRIMARY KEY (only_one)
);
CREATE TRIGGER dictionary_version_note AFTER UPDATE OF version ON public.dictionary FOR EACH ROW EXECUTE FUNCTION note_dictionary_version();

-- When each version of the dictionary began: since when a text waits to be searched again
create table dictionary_version (
  version integer not null,
  at timestamp(3) with time zone not null default now(),
  constraint dictionary_version_pkey PRIMARY KEY (version)
);

-- A difference between two versions of a page: its facts, score and review
create table diff (
  og_id bigint not null,
  id bigint not null generated always as identity,
  page_id bigint not null,
  round integer not null,
  from_version bigint,
  to_version bigint,
  kind diff_kind not null,
  added integer not null default 0,
  removed integer not null default 0,
  links_added integer not null default 0,
  links_removed integer not null default 0,
  score smallint not null,
  is_judged boolean not null default false,
  reasons jsonb not null default '[]'::jsonb,
  facts jsonb,
  excerpt text,
  cluster text,
  status diff_status not null default 'unread'::diff_status,
  note text,
  note_reasons text[] not null default '{}'::text[],
  reviewer bigint,
  reviewed_at timestamp(3) with time zone,
  rev integer not null default 1,
  created_at timestamp(3) with time zone not null,
  cluster_kind diff_cluster_kind,
  lines jsonb,
  excerpt_runs jsonb,
  places jsonb,
  constraint diff_og_id_page_id_fkey FOREIGN KEY (og_id, page_id) REFERENCES page(og_id, id) ON DELETE CASCADE,
  constraint diff_pkey PRIMARY KEY (og_id, id),
  constraint diff_reviewer_fkey FOREIGN KEY (reviewer) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint diff_score_check CHECK (((score >= 0) AND (score <= 100)))
);
CREATE INDEX diff_cluster_idx ON public.diff USING btree (cluster) WHERE (cluster IS NOT NULL);
CREATE INDEX diff_created_idx ON public.diff USING btree (created_at DESC, id DESC) WHERE (status = 'unread'::diff_status);
CREATE INDEX diff_edit_idx ON public.diff USING btree (og_id, round, cluster, status, score, id);
CREATE INDEX diff_id_idx ON public.diff USING btree (id);
CREATE INDEX diff_page_idx ON public.diff USING btree (og_id, page_id, id);
CREATE INDEX diff_reviewed_idx ON public.diff USING btree (status, reviewed_at DESC NULLS LAST, id DESC) WHERE (status <> 'unread'::diff_status);
CREATE INDEX diff_score_idx ON public.diff USING btree (score DESC, id DESC) WHERE (status = 'unread'::diff_status);
CREATE INDEX diff_site_waiting_idx ON public.diff USING btree (og_id, score DESC, id DESC) WHERE (status = 'unread'::diff_status);
CREATE INDEX diff_status_idx ON public.diff USING btree (status, id DESC);
CREATE INDEX diff_waiting_idx ON public.diff USING btree (og_id, round, score) WHERE (status = 'unread'::diff_status);

-- Two records that may be one, why, and what was decided
create table duplicate (
  id bigint not null generated always as identity,
  noun text not null,
  a_id bigint not null,
  b_id bigint not null,
  score smallint not null,
  reasons jsonb not null,
  state text not null default 'open'::text,
  decided_by bigint,
  decided_at timestamp(3) with time zone,
  note text,
  created_at timestamp(3) with time zone not null default now(),
  constraint duplicate_check CHECK ((a_id < b_id)),
  constraint duplicate_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint duplicate_noun_a_id_b_id_key UNIQUE (noun, a_id, b_id),
  constraint duplicate_pkey PRIMARY KEY (id),
  constraint duplicate_state_check CHECK ((state = ANY (ARRAY['open'::text, 'same'::text, 'different'::text, 'unsure'::text])))
);
CREATE INDEX duplicate_b_idx ON public.duplicate USING btree (noun, b_id);
CREATE INDEX duplicate_decided_at_idx ON public.duplicate USING btree (decided_at) WHERE (decided_at IS NOT NULL);
CREATE INDEX duplicate_state_idx ON public.duplicate USING btree (noun, state, score DESC, id);

-- A decision on all pairs that are alike in the same things
create table duplicate_batch (
  id bigint not null generated always as identity,
  noun text not null,
  key text not null,
  act text not null,
  state text not null,
  step integer not null default 1,
  total integer not null,
  owner bigint,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint duplicate_batch_act_check CHECK ((act = ANY (ARRAY['merge'::text, 'different'::text]))),
  constraint duplicate_batch_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE CASCADE,
  constraint duplicate_batch_pkey PRIMARY KEY (id),
  constraint duplicate_batch_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'undoing'::text, 'undone'::text])))
);
CREATE INDEX duplicate_batch_owner_idx ON public.duplicate_batch USING btree (owner, noun, id DESC);

-- What a decision on many pairs came to for one of them
create table duplicate_batch_pair (
  batch_id bigint not null,
  pair_id bigint not null,
  state text not null default 'waiting'::text,
  merge_id bigint,
  constraint duplicate_batch_pair_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES duplicate_batch(id) ON DELETE CASCADE,
  constraint duplicate_batch_pair_merge_id_fkey FOREIGN KEY (merge_id) REFERENCES merge(id) ON DELETE SET NULL,
  constraint duplicate_batch_pair_pkey PRIMARY KEY (batch_id, pair_id),
  constraint duplicate_batch_pair_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'skipped'::text, 'undone'::text, 'stayed'::text])))
);
CREATE INDEX duplicate_batch_pair_merge_idx ON public.duplicate_batch_pair USING btree (merge_id) WHERE (merge_id IS NOT NULL);

-- Keys under which records meet that may be the same
create table duplicate_key (
  noun text not null,
  record_id bigint not null,
  key text not null,
  constraint duplicate_key_pkey PRIMARY KEY (noun, record_id, key)
);
CREATE INDEX duplicate_key_key_idx ON public.duplicate_key USING btree (noun, key, record_id);

-- Records that have to be compared with all others again, to find duplicates
create table duplicate_queue (
  id bigint not null generated always as identity,
  noun text not null,
  record_id bigint not null,
  queued_at timestamp(3) with time zone not null default now(),
  constraint duplicate_queue_pkey PRIMARY KEY (id)
);
CREATE INDEX duplicate_queue_turn_idx ON public.duplicate_queue USING btree (noun, id);

-- How far the search for duplicates of a noun has come
create table duplicate_run (
  noun text not null,
  checked_at timestamp(3) with time zone,
  checked_id bigint not null default 0,
  is_running boolean not null default false,
  updated_at timestamp(3) with time zone not null default now(),
  constraint duplicate_run_pkey PRIMARY KEY (noun)
);

-- The entities whose records have access lists, and which triggers their tables carry; filled by migrations
create table entity_type (
  name text not null,
  has_facts boolean not null,
  is_merged boolean not null,
  is_party boolean not null,
  constraint entity_type_check CHECK ((has_facts OR (NOT is_merged))),
  constraint entity_type_check1 CHECK ((is_merged OR (NOT is_party))),
  constraint entity_type_pkey PRIMARY KEY (name)
);

-- The erasure of a person: its plan, progress and proof
create table erasure (
  id bigint not null generated always as identity,
  rev integer not null default 1,
  person_id bigint not null,
  ids bigint[] not null,
  names text[] not null,
  state text not null,
  reason text,
  plan jsonb not null default '{}'::jsonb,
  choice jsonb not null default '{}'::jsonb,
  counts jsonb not null default '{}'::jsonb,
  steps text[] not null default '{}'::text[],
  error text,
  owner bigint,
  username text not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  done_at timestamp(3) with time zone,
  constraint erasure_pkey PRIMARY KEY (id),
  constraint erasure_state_check CHECK ((state = ANY (ARRAY['counting'::text, 'ready'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE UNIQUE INDEX erasure_open_key ON public.erasure USING btree (person_id) WHERE (state = ANY (ARRAY['counting'::text, 'ready'::text, 'running'::text]));
CREATE INDEX erasure_person_idx ON public.erasure USING btree (person_id);

-- Events
create table event (
  id bigint not null generated always as identity,
  rev integer not null default 1,
  title text not null,
  "desc" text,
  category text,
  level smallint,
  start_time text,
  end_time text,
  region text,
  address text,
  lat double precision,
  lng double precision,
  labels text[] not null default '{}'::text[],
  source_url text,
  status event_status not null default 'draft'::event_status,
  external_id text,
  is_demo boolean not null default false,
  owner bigint,
  read_user bigint[] not null default '{}'::bigint[],
  write_user bigint[] not null default '{}'::bigint[],
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  merged_into bigint,
  span tstzrange generated always as (span_of(start_time, end_time)) stored,
  start_at timestamp with time zone not null generated always as (place_in_time(start_time)) stored,
  name_key text not null generated always as (search_key(VARIADIC ARRAY[title, COALESCE(address, ''::text), COALESCE(category, ''::text), COALESCE(external_id, ''::text)])) stored,
  name_grams text[] not null generated always as (wide_grams(search_key(VARIADIC ARRAY[title, COALESCE(address, ''::text), COALESCE(category, ''::text)]))) stored,
  page_version bigint,
  diff_id bigint,
  custom jsonb not null default '{}'::jsonb,
  severity smallint not null generated always as (COALESCE(level, (0)::smallint)) stored,
  constraint event_check CHECK (((lat IS NULL) = (lng IS NULL))),
  constraint event_lat_check CHECK (((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision))),
  constraint event_level_check CHECK (((level >= 1) AND (level <= 5))),
  constraint event_lng_check CHECK (((lng >= ('-180'::integer)::double precision) AND (lng <= (180)::double precision))),
  constraint event_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES event(id) ON DELETE SET NULL,
  constraint event_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint event_pkey PRIMARY KEY (id),
  constraint event_region_check CHECK ((region ~ '^[A-Z]{2}$'::text))
);
CREATE INDEX event_category_idx ON public.event USING btree (category, start_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX event_closed_days_idx ON public.event USING btree (start_at) INCLUDE (id, level, span, start_time, end_time, owner, read_user, write_user) WHERE ((deleted_at IS NULL) AND (read_user <> '{}'::bigint[]));
CREATE INDEX event_created_at_idx ON public.event USING btree (created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX event_custom_idx ON public.event USING gin (custom jsonb_path_ops) WHERE (custom <> '{}'::jsonb);
CREATE INDEX event_deleted_at_idx ON public.event USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX event_diff_idx ON public.event USING btree (diff_id) WHERE (diff_id IS NOT NULL);
CREATE INDEX event_end_idx ON public.event USING btree (upper(span)) WHERE (deleted_at IS NULL);
CREATE INDEX event_external_id_idx ON public.event USING btree (external_id) WHERE ((deleted_at IS NULL) AND (external_id IS NOT NULL));
CREATE INDEX event_is_demo_idx ON public.event USING btree (id) WHERE is_demo;
CREATE INDEX event_labels_idx ON public.event USING gin (labels) WHERE (labels <> '{}'::text[]);
CREATE INDEX event_merged_into_idx ON public.event USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX event_name_grams_idx ON public.event USING gin (name_grams) WITH (fastupdate='on', gin_pending_list_limit='64');
CREATE INDEX event_name_key_idx ON public.event USING gin (name_key gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='64');
CREATE INDEX event_open_days_idx ON public.event USING btree (start_at) INCLUDE (id, level, span, start_time, end_time) WHERE ((deleted_at IS NULL) AND (read_user = '{}'::bigint[]));
CREATE INDEX event_open_place_idx ON public.event USING btree (lat, lng) INCLUDE (id, level) WHERE ((deleted_at IS NULL) AND (lat IS NOT NULL) AND (read_user = '{}'::bigint[]));
CREATE INDEX event_open_time_idx ON public.event USING btree (start_at) INCLUDE (region) WHERE ((deleted_at IS NULL) AND (read_user = '{}'::bigint[]));
CREATE INDEX event_owner_idx ON public.event USING btree (owner);
CREATE INDEX event_page_version_idx ON public.event USING btree (page_version) WHERE (page_version IS NOT NULL);
CREATE INDEX event_place_idx ON public.event USING btree (lat, lng) INCLUDE (id, level) WHERE ((deleted_at IS NULL) AND (lat IS NOT NULL));
CREATE INDEX event_region_idx ON public.event USING btree (region, start_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX event_restricted_idx ON public.event USING gin ((((read_user || write_user) || owner))) WITH (fastupdate=off) WHERE ((deleted_at IS NULL) AND (read_user <> '{}'::bigint[]));
CREATE INDEX event_severity_idx ON public.event USING btree (severity DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX event_span_idx ON public.event USING gist (span) WHERE (deleted_at IS NULL);
CREATE INDEX event_start_at_idx ON public.event USING btree (start_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX event_status_idx ON public.event USING btree (status, updated_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX event_title_idx ON public.event USING btree (title, id) WHERE (deleted_at IS NULL);
CREATE INDEX event_title_match_idx ON public.event USING btree (lower(NORMALIZE(title, NFKC))) WHERE (deleted_at IS NULL);
CREATE INDEX event_updated_at_idx ON public.event USING btree (updated_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE TRIGGER event_change_delete AFTER DELETE ON public.event REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes();
CREATE TRIGGER event_change_insert AFTER INSERT ON public.event REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes();
CREATE TRIGGER event_change_mark AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.event FOR EACH STATEMENT EXECUTE FUNCTION raise_change_mark();
CREATE TRIGGER event_change_truncate AFTER TRUNCATE ON public.event FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes();
CREATE TRIGGER event_change_update AFTER UPDATE ON public.event REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes();
CREATE TRIGGER event_check_facts AFTER UPDATE ON public.event REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION record_check_facts();
CREATE TRIGGER event_claim_delete AFTER DELETE ON public.event REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION claim_after_delete();
CREATE TRIGGER event_duplicate_insert AFTER INSERT ON public.event REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION duplicate_record_inserted();
CREATE TRIGGER event_duplicate_update AFTER UPDATE ON public.event REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION duplicate_record_updated();
CREATE TRIGGER event_external_key_delete AFTER DELETE ON public.event REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION external_key_after_delete();
CREATE TRIGGER event_fact_check_delete AFTER DELETE ON public.event REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION fact_check_after_delete();
CREATE TRIGGER event_search_delete AFTER DELETE ON public.event REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION search_after_delete();
CREATE TRIGGER event_search_insert AFTER INSERT ON public.event REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION search_after_insert();
CREATE TRIGGER event_search_update AFTER UPDATE ON public.event REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION search_after_update();
CREATE TRIGGER event_text_delete AFTER DELETE ON public.event REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION event_text_deleted();
CREATE TRIGGER event_text_insert AFTER INSERT ON public.event REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION event_text_inserted();
CREATE TRIGGER event_text_truncate AFTER TRUNCATE ON public.event FOR EACH STATEMENT EXECUTE FUNCTION event_text_truncated();
CREATE TRIGGER event_text_update AFTER UPDATE OF title, "desc" ON public.event FOR EACH ROW WHEN (((old.title IS DISTINCT FROM new.title) OR (old."desc" IS DISTINCT FROM new."desc"))) EXECUTE FUNCTION event_text_changed();
CREATE TRIGGER refuse_struck BEFORE UPDATE OF status ON public.event FOR EACH ROW WHEN (((new.status = 'confirmed'::event_status) AND (old.status <> 'confirmed'::event_status))) EXECUTE FUNCTION refuse_struck();

-- An address with a secret at which a calendar program reads events
create table event_feed (
  id bigint not null generated always as identity,
  user_id bigint not null,
  name text not null,
  search text not null,
  token_hash bytea not null,
  created_at timestamp(3) with time zone not null default now(),
  last_used_at timestamp(3) with time zone,
  constraint event_feed_pkey PRIMARY KEY (id),
  constraint event_feed_token_hash_key UNIQUE (token_hash),
  constraint event_feed_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX event_feed_user_id_idx ON public.event_feed USING btree (user_id);

-- Which organisations an event is about
create table event_og (
  event_id bigint not null,
  og_id bigint not null,
  constraint event_og_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id) ON DELETE CASCADE,
  constraint event_og_og_id_fkey FOREIGN KEY (og_id) REFERENCES og(id) ON DELETE CASCADE,
  constraint event_og_pkey PRIMARY KEY (event_id, og_id)
);
CREATE INDEX event_og_og_idx ON public.event_og USING btree (og_id, event_id);
CREATE TRIGGER event_og_duplicate_delete AFTER DELETE ON public.event_og REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION duplicate_linked('''event''', 'event_id');
CREATE TRIGGER event_og_duplicate_insert AFTER INSERT ON public.event_og REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION duplicate_linked('''event''', 'event_id');
CREATE TRIGGER event_og_duplicate_update AFTER UPDATE ON public.event_og REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION duplicate_linked('''event''', 'event_id');
CREATE TRIGGER event_og_search_delete AFTER DELETE ON public.event_og REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION search_after_link('event', 'event_id');
CREATE TRIGGER event_og_search_insert AFTER INSERT ON public.event_og REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION search_after_link('event', 'event_id');

-- Which persons an event is about
create table event_person (
  event_id bigint not null,
  person_id bigint not null,
  constraint event_person_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id) ON DELETE CASCADE,
  constraint event_person_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint event_person_pkey PRIMARY KEY (event_id, person_id)
);
CREATE INDEX event_person_person_idx ON public.event_person USING btree (person_id, event_id);
CREATE TRIGGER event_person_search_delete AFTER DELETE ON public.event_person REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION search_after_link('event', 'event_id');
CREATE TRIGGER event_person_search_insert AFTER INSERT ON public.event_person REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION search_after_link('event', 'event_id');

-- Runs of the examiner: recall of altered names by list, script and alteration, with examples of entries that were not found
create table examiner_run (
  id bigint not null generated always as identity,
  started_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone not null,
  seed text not null,
  rule integer not null,
  threshold double precision not null,
  lists jsonb not null,
  figures jsonb not null,
  asked integer not null,
  found integer not null,
  skipped integer not null,
  drops jsonb not null,
  misses jsonb not null,
  missed integer not null,
  constraint examiner_run_pkey PRIMARY KEY (id)
);
CREATE INDEX examiner_run_ended_idx ON public.examiner_run USING btree (ended_at DESC, id DESC);

-- An export: who asked for what, and its file
create table export (
  id bigint not null generated always as identity,
  noun text not null,
  format text not null,
  state text not null,
  file_name text not null,
  file_key text,
  columns text[] not null,
  query jsonb not null,
  row_count integer not null default 0,
  progress integer not null default 0,
  size bigint,
  error text,
  locale text not null,
  owner bigint not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint export_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE CASCADE,
  constraint export_pkey PRIMARY KEY (id)
);
CREATE INDEX export_owner_idx ON public.export USING btree (owner, id DESC);

-- Under which id a source knows a record
create table external_key (
  source_id bigint not null,
  noun text not null,
  key text not null,
  record_id bigint not null,
  run_id bigint,
  constraint external_key_pkey PRIMARY KEY (source_id, noun, key),
  constraint external_key_source_id_fkey FOREIGN KEY (source_id) REFERENCES source(id) ON DELETE CASCADE
);
CREATE INDEX external_key_record_idx ON public.external_key USING btree (noun, record_id);
CREATE INDEX external_key_run_idx ON public.external_key USING btree (run_id) WHERE (run_id IS NOT NULL);
CREATE TRIGGER external_key_duplicate_delete AFTER DELETE ON public.external_key REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION duplicate_linked('noun', 'record_id');
CREATE TRIGGER external_key_duplicate_insert AFTER INSERT ON public.external_key REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION duplicate_linked('noun', 'record_id');
CREATE TRIGGER external_key_duplicate_update AFTER UPDATE ON public.external_key REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION duplicate_linked('noun', 'record_id');

-- A fact that no source supports any more, or that sources differ about
create table fact_check (
  id bigint not null generated always as identity,
  noun text not null,
  record_id bigint not null,
  field text not null,
  value_key text not null default ''::text,
  kind text not null,
  claim_ids bigint[] not null,
  source_ids bigint[] not null,
  since timestamp(3) with time zone not null,
  settled_at timestamp(3) with time zone,
  settled_by bigint,
  note text,
  settled_sum numeric,
  constraint fact_check_kind_check CHECK ((kind = ANY (ARRAY['unsupported'::text, 'disputed'::text, 'over_owned'::text]))),
  constraint fact_check_once UNIQUE (noun, record_id, field, value_key),
  constraint fact_check_pkey PRIMARY KEY (id),
  constraint fact_check_settled_by_fkey FOREIGN KEY (settled_by) REFERENCES "user"(id) ON DELETE SET NULL
);
CREATE INDEX fact_check_settled_by_idx ON public.fact_check USING btree (settled_by) WHERE (settled_by IS NOT NULL);
CREATE INDEX fact_check_settled_idx ON public.fact_check USING btree (settled_at DESC, id DESC) WHERE (settled_at IS NOT NULL);
CREATE INDEX fact_check_since_idx ON public.fact_check USING btree (since DESC, id DESC) WHERE (settled_at IS NULL);
CREATE INDEX fact_check_source_ids_idx ON public.fact_check USING gin (source_ids) WITH (fastupdate=off);

-- A private address that feed readers read with the rights of its user
create table feed (
  id bigint not null generated always as identity,
  user_id bigint not null,
  name text not null,
  kind text not null,
  subject_id bigint,
  token_hash bytea not null,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  constraint feed_kind_check CHECK ((kind = ANY (ARRAY['search'::text, 'og'::text, 'screening'::text]))),
  constraint feed_pkey PRIMARY KEY (id),
  constraint feed_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX feed_token_hash_key ON public.feed USING btree (token_hash);
CREATE INDEX feed_user_idx ON public.feed USING btree (user_id);

-- Pages whose stored version is still to be searched for feeds
create table feed_check (
  og_id bigint not null,
  page_id bigint not null,
  constraint feed_check_og_id_page_id_fkey FOREIGN KEY (og_id, page_id) REFERENCES page(og_id, id) ON DELETE CASCADE,
  constraint feed_check_pkey PRIMARY KEY (og_id, page_id)
);

-- Alerts of users on figures of watched pages
create table figure_alert (
  id bigint not null generated always as identity,
  owner bigint not null,
  og_id bigint not null,
  page_id bigint not null,
  key text not null,
  name text not null,
  rule text not null,
  amount double precision not null,
  is_share boolean not null default false,
  value double precision,
  base double precision,
  state text not null default 'quiet'::text,
  checked_version bigint,
  checked_status page_status,
  checked_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint figure_alert_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE CASCADE,
  constraint figure_alert_page_fkey FOREIGN KEY (og_id, page_id) REFERENCES page(og_id, id) ON DELETE CASCADE,
  constraint figure_alert_pkey PRIMARY KEY (id),
  constraint figure_alert_same_key UNIQUE (owner, page_id, key, rule, amount, is_share)
);
CREATE INDEX figure_alert_page_idx ON public.figure_alert USING btree (og_id, page_id);

-- Who follows what
create table follow (
  noun text not null,
  record_id bigint not null,
  user_id bigint not null,
  is_auto boolean not null default false,
  created_at timestamp(3) with time zone not null,
  constraint follow_pkey PRIMARY KEY (noun, record_id, user_id),
  constraint follow_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX follow_user_idx ON public.follow USING btree (user_id, created_at DESC);

-- Addresses of a round that are to be fetched, claimed by devices
create table frontier (
  og_id bigint not null,
  url_key text not null,
  round integer not null,
  url text not null,
  host text not null,
  depth smallint not null,
  priority smallint not null default 0,
  state frontier_state not null default 'waiting'::frontier_state,
  next_at timestamp(3) with time zone not null,
  attempts smallint not null default 0,
  reason text,
  constraint frontier_og_id_fkey FOREIGN KEY (og_id) REFERENCES og(id) ON DELETE CASCADE,
  constraint frontier_pkey PRIMARY KEY (og_id, url_key)
);
CREATE INDEX frontier_host_idx ON public.frontier USING btree (host, priority DESC, depth, next_at) WHERE (state = 'waiting'::frontier_state);
CREATE INDEX frontier_open_idx ON public.frontier USING btree (og_id) WHERE (state = ANY (ARRAY['waiting'::frontier_state, 'taken'::frontier_state]));

-- A user in a group
create table group_member (
  group_id bigint not null,
  user_id bigint not null,
  constraint group_member_group_id_fkey FOREIGN KEY (group_id) REFERENCES user_group(id) ON DELETE CASCADE,
  constraint group_member_pkey PRIMARY KEY (user_id, group_id),
  constraint group_member_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX group_member_group_idx ON public.group_member USING btree (group_id);
CREATE TRIGGER group_member_delete AFTER DELETE ON public.group_member REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION group_member_change();
CREATE TRIGGER group_member_insert AFTER INSERT ON public.group_member REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION group_member_change();

-- Every change of every field of every record: who, when, from what to what
create table history (
  id bigint not null generated always as identity,
  noun text not null,
  record_id bigint not null,
  rev integer not null,
  act text not null,
  user_id bigint,
  username text,
  at timestamp with time zone not null,
  req_id text not null,
  address text not null,
  changes jsonb not null,
  content_hash bytea not null,
  erased_by bigint,
  constraint history_act_check CHECK ((act = ANY (ARRAY['create'::text, 'update'::text, 'delete'::text, 'restore'::text, 'merge'::text, 'unmerge'::text]))),
  constraint history_id_check CHECK ((id > 0)),
  constraint history_pkey PRIMARY KEY (id)
);
CREATE INDEX history_act_idx ON public.history USING btree (act, at DESC, id DESC);
CREATE INDEX history_address_idx ON public.history USING btree (address, at DESC, id DESC);
CREATE INDEX history_at_idx ON public.history USING btree (at DESC, id DESC);
CREATE INDEX history_noun_idx ON public.history USING btree (noun, at DESC, id DESC);
CREATE INDEX history_record_idx ON public.history USING btree (noun, record_id, id DESC);
CREATE INDEX history_req_idx ON public.history USING btree (req_id);
CREATE INDEX history_user_idx ON public.history USING btree (user_id, at DESC, id DESC);
CREATE TRIGGER history_hash BEFORE INSERT ON public.history FOR EACH ROW EXECUTE FUNCTION hash_history();
CREATE TRIGGER history_never_empty BEFORE TRUNCATE ON public.history FOR EACH STATEMENT EXECUTE FUNCTION only_grows();
CREATE TRIGGER history_only_grows BEFORE DELETE OR UPDATE ON public.history FOR EACH ROW EXECUTE FUNCTION only_grows();
CREATE TRIGGER history_webhook AFTER INSERT ON public.history REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION queue_webhooks_of_history();

-- When a host may be asked next, and by whom
create table host_clock (
  host text not null,
  device_id bigint,
  lease_until timestamp(3) with time zone,
  next_at timestamp(3) with time zone not null,
  back_off_ms integer not null default 0,
  fails smallint not null default 0,
  robots text,
  robots_state text,
  robots_at timestamp(3) with time zone,
  asset_until timestamp(3) with time zone,
  constraint host_clock_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(id) ON DELETE SET NULL,
  constraint host_clock_pkey PRIMARY KEY (host)
);
CREATE INDEX host_clock_held_idx ON public.host_clock USING btree (device_id) WHERE (device_id IS NOT NULL);

-- An OpenID Connect provider with which users log in
create table identity_provider (
  id bigint not null generated always as identity,
  rev integer not null default 1,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea,
  scopes text[] not null default '{}'::text[],
  is_active boolean not null default true,
  creates_users boolean not null default false,
  new_role user_role not null default 'reader'::user_role,
  links_by_email boolean not null default false,
  email_domains text[] not null default '{}'::text[],
  group_claim text not null default ''::text,
  group_map jsonb not null default '[]'::jsonb,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  last_failed_at timestamp(3) with time zone,
  last_failure text,
  constraint identity_provider_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX identity_provider_name_key ON public.identity_provider USING btree (lower(name));

-- A file that becomes records: its plan, state and counts
create table import (
  id bigint not null generated always as identity,
  noun text not null,
  state text not null,
  file_name text not null,
  file_key text,
  size bigint not null,
  format text,
  encoding text,
  separator text,
  columns text[] not null default '{}'::text[],
  sample jsonb not null default '[]'::jsonb,
  plan jsonb not null,
  plan_remembered boolean not null default false,
  row_count integer not null default 0,
  progress integer not null default 0,
  written integer not null default 0,
  counts jsonb not null default '{"new": 0, "wrong": 0, "changed": 0, "unchanged": 0}'::jsonb,
  error text,
  locale text not null,
  owner bigint,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  step integer not null default 0,
  creates jsonb not null default '[]'::jsonb,
  links jsonb not null default '[]'::jsonb,
  left_out integer not null default 0,
  problems jsonb not null default '[]'::jsonb,
  dates jsonb not null default '{}'::jsonb,
  layout jsonb,
  constraint import_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE CASCADE,
  constraint import_pkey PRIMARY KEY (id)
);
CREATE INDEX import_owner_idx ON public.import USING btree (owner, id DESC);

-- Whose doing a line of the history is: a run that wrote, or one that is taken back
create table import_act (
  req_id text not null,
  run_id bigint not null,
  is_undo boolean not null,
  constraint import_act_pkey PRIMARY KEY (req_id),
  constraint import_act_run_id_fkey FOREIGN KEY (run_id) REFERENCES import_run(id) ON DELETE CASCADE
);
CREATE INDEX import_act_run_idx ON public.import_act USING btree (run_id);

-- A value of a file that differs from what others say, and what is decided of it
create table import_choice (
  id bigint not null generated always as identity,
  import_id bigint,
  interchange_id bigint,
  step integer not null,
  n integer not null,
  noun text not null,
  record_id bigint not null,
  field text not null,
  shown jsonb,
  shown_key text,
  value jsonb not null,
  value_key text not null,
  by_kind text not null,
  by_user bigint,
  by_source bigint,
  by_at timestamp(3) with time zone,
  is_taken boolean not null,
  is_ruled boolean not null,
  choice text,
  decided_at timestamp(3) with time zone,
  constraint import_choice_by_kind_check CHECK ((by_kind = ANY (ARRAY['person'::text, 'source'::text]))),
  constraint import_choice_by_source_fkey FOREIGN KEY (by_source) REFERENCES source(id) ON DELETE SET NULL,
  constraint import_choice_by_user_fkey FOREIGN KEY (by_user) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint import_choice_choice_check CHECK ((choice = ANY (ARRAY['take'::text, 'keep'::text]))),
  constraint import_choice_import_id_fkey FOREIGN KEY (import_id) REFERENCES import(id) ON DELETE CASCADE,
  constraint import_choice_interchange_id_fkey FOREIGN KEY (interchange_id) REFERENCES interchange(id) ON DELETE CASCADE,
  constraint import_choice_of_check CHECK (((import_id IS NULL) <> (interchange_id IS NULL))),
  constraint import_choice_once UNIQUE NULLS NOT DISTINCT (import_id, interchange_id, noun, record_id, field),
  constraint import_choice_pkey PRIMARY KEY (id)
);
CREATE INDEX import_choice_by_source_idx ON public.import_choice USING btree (by_source) WHERE (by_source IS NOT NULL);
CREATE INDEX import_choice_by_user_idx ON public.import_choice USING btree (by_user) WHERE (by_user IS NOT NULL);
CREATE INDEX import_choice_import_idx ON public.import_choice USING btree (import_id, n, id) WHERE (import_id IS NOT NULL);
CREATE INDEX import_choice_interchange_idx ON public.import_choice USING btree (interchange_id, n, id) WHERE (interchange_id IS NOT NULL);
CREATE INDEX import_choice_record_idx ON public.import_choice USING btree (noun, record_id);

-- A record or link that a run made, or what it changed of one
create table import_mark (
  run_id bigint not null,
  id bigint not null generated always as identity,
  n integer not null,
  noun text not null,
  record_id bigint not null,
  is_new boolean not null,
  changes jsonb not null default '[]'::jsonb,
  verdict text,
  reason text,
  kept jsonb not null default '[]'::jsonb,
  is_undone boolean not null default false,
  constraint import_mark_pkey PRIMARY KEY (run_id, id),
  constraint import_mark_run_id_fkey FOREIGN KEY (run_id) REFERENCES import_run(id) ON DELETE CASCADE
);
CREATE INDEX import_mark_record_idx ON public.import_mark USING btree (noun, record_id, run_id);
CREATE INDEX import_mark_verdict_idx ON public.import_mark USING btree (run_id, verdict, id);

-- What words of a source’s files mean in fields with a fixed choice of values, as a user has chosen
create table import_meaning (
  source_id bigint not null,
  noun text not null,
  field text not null,
  word text not null,
  means text not null,
  updated_at timestamp with time zone not null,
  constraint import_meaning_pkey PRIMARY KEY (source_id, noun, field, word),
  constraint import_meaning_source_id_fkey FOREIGN KEY (source_id) REFERENCES source(id) ON DELETE CASCADE
);

-- The plan last chosen for files with these columns
create table import_plan (
  owner bigint not null,
  noun text not null,
  columns_key text not null,
  plan jsonb not null,
  updated_at timestamp(3) with time zone not null default now(),
  constraint import_plan_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE CASCADE,
  constraint import_plan_pkey PRIMARY KEY (owner, noun, columns_key)
);

-- A row of an imported file, and what became of it
create table import_row (
  import_id bigint not null,
  n integer not null,
  cells text[] not null,
  verdict text,
  faults jsonb not null default '[]'::jsonb,
  changes jsonb not null default '[]'::jsonb,
  record_id bigint,
  is_written boolean not null default false,
  was text,
  key text,
  constraint import_row_import_id_fkey FOREIGN KEY (import_id) REFERENCES import(id) ON DELETE CASCADE,
  constraint import_row_pkey PRIMARY KEY (import_id, n)
);
CREATE INDEX import_row_verdict_idx ON public.import_row USING btree (import_id, verdict, n);

-- One writing of an imported file, and how it is taken back
create table import_run (
  id bigint not null generated always as identity,
  import_id bigint,
  interchange_id bigint,
  file_name text not null,
  source_id bigint,
  made_source boolean not null default false,
  owner bigint,
  started_at timestamp(3) with time zone not null,
  undo_state text,
  undo_step integer not null default 0,
  undo_by bigint,
  undo_progress integer not null default 0,
  undo_total integer not null default 0,
  undo_counts jsonb not null default '[]'::jsonb,
  undo_error text,
  undone_at timestamp(3) with time zone,
  locale text not null,
  updated_at timestamp(3) with time zone not null,
  constraint import_run_import_id_fkey FOREIGN KEY (import_id) REFERENCES import(id) ON DELETE CASCADE,
  constraint import_run_interchange_id_fkey FOREIGN KEY (interchange_id) REFERENCES interchange(id) ON DELETE CASCADE,
  constraint import_run_of_check CHECK (((import_id IS NULL) <> (interchange_id IS NULL))),
  constraint import_run_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE CASCADE,
  constraint import_run_pkey PRIMARY KEY (id),
  constraint import_run_source_id_fkey FOREIGN KEY (source_id) REFERENCES source(id) ON DELETE SET NULL,
  constraint import_run_undo_by_fkey FOREIGN KEY (undo_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint import_run_undo_state_check CHECK ((undo_state = ANY (ARRAY['checking'::text, 'checked'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX import_run_import_idx ON public.import_run USING btree (import_id) WHERE (import_id IS NOT NULL);
CREATE INDEX import_run_interchange_idx ON public.import_run USING btree (interchange_id) WHERE (interchange_id IS NOT NULL);
CREATE INDEX import_run_owner_idx ON public.import_run USING btree (owner, id DESC);
CREATE INDEX import_run_source_id_idx ON public.import_run USING btree (source_id) WHERE (source_id IS NOT NULL);
CREATE INDEX import_run_undo_by_idx ON public.import_run USING btree (undo_by) WHERE (undo_by IS NOT NULL);

-- One row: what this installation is called in files of others
create table installation (
  id text not null,
  is_only boolean not null default true,
  constraint installation_is_only_check CHECK (is_only),
  constraint installation_pkey PRIMARY KEY (is_only)
);

-- A FollowTheMoney or Popolo file that came in or went out
create table interchange (
  id bigint not null generated always as identity,
  direction text not null,
  state text not null,
  step integer not null default 1,
  format text,
  file_name text not null,
  file_key text,
  size bigint,
  kinds text[] not null default '{}'::text[],
  ids jsonb not null default '{}'::jsonb,
  read_user bigint[] not null default '{}'::bigint[],
  write_user bigint[] not null default '{}'::bigint[],
  counts jsonb not null default '[]'::jsonb,
  progress integer not null default 0,
  total integer,
  written integer not null default 0,
  not_carried jsonb not null default '[]'::jsonb,
  creates text[] not null default '{}'::text[],
  error text,
  locale text not null,
  owner bigint not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  source_id bigint,
  constraint interchange_direction_check CHECK ((direction = ANY (ARRAY['export'::text, 'import'::text]))),
  constraint interchange_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE CASCADE,
  constraint interchange_pkey PRIMARY KEY (id),
  constraint interchange_source_id_fkey FOREIGN KEY (source_id) REFERENCES source(id) ON DELETE SET NULL
);
CREATE INDEX interchange_owner_idx ON public.interchange USING btree (owner, id DESC);
CREATE INDEX interchange_source_id_idx ON public.interchange USING btree (source_id) WHERE (source_id IS NOT NULL);

-- An entity of such a file, and what became of it
create table interchange_row (
  interchange_id bigint not null,
  n integer not null,
  kind text,
  key text,
  own_id bigint,
  ids text[] not null default '{}'::text[],
  name text not null default ''::text,
  "values" jsonb not null default '{}'::jsonb,
  ends jsonb not null default '{}'::jsonb,
  verdict text,
  faults jsonb not null default '[]'::jsonb,
  changes jsonb not null default '[]'::jsonb,
  record_id bigint,
  is_written boolean not null default false,
  was text,
  constraint interchange_row_interchange_id_fkey FOREIGN KEY (interchange_id) REFERENCES interchange(id) ON DELETE CASCADE,
  constraint interchange_row_pkey PRIMARY KEY (interchange_id, n)
);
CREATE INDEX interchange_row_key_idx ON public.interchange_row USING btree (interchange_id, key);
CREATE INDEX interchange_row_verdict_idx ON public.interchange_row USING btree (interchange_id, verdict, n);
CREATE INDEX interchange_row_work_idx ON public.interchange_row USING btree (interchange_id, kind, n);

-- Feedback: faults, wishes and wrong data that users tell of
create table issue (
  id bigint not null generated always as identity,
  rev integer not null default 1,
  title text not null,
  content text not null default ''::text,
  kind issue_kind not null,
  priority issue_priority not null default 'normal'::issue_priority,
  status issue_status not null default 'open'::issue_status,
  page_path text,
  page_title text,
  reporter bigint,
  assignee bigint,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  constraint issue_assignee_fkey FOREIGN KEY (assignee) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint issue_page_path_check CHECK (((page_path ~~ '/%'::text) AND (page_path !~~ '//%'::text))),
  constraint issue_pkey PRIMARY KEY (id),
  constraint issue_reporter_fkey FOREIGN KEY (reporter) REFERENCES "user"(id) ON DELETE SET NULL
);
CREATE INDEX issue_assignee_idx ON public.issue USING btree (assignee, updated_at DESC) WHERE (assignee IS NOT NULL);
CREATE INDEX issue_reporter_idx ON public.issue USING btree (reporter, updated_at DESC);
CREATE INDEX issue_status_idx ON public.issue USING btree (status, updated_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX issue_updated_at_idx ON public.issue USING btree (updated_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE TRIGGER issue_text_delete AFTER DELETE ON public.issue REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION issue_text_deleted();
CREATE TRIGGER issue_text_insert AFTER INSERT ON public.issue REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION issue_text_inserted();
CREATE TRIGGER issue_text_truncate AFTER TRUNCATE ON public.issue FOR EACH STATEMENT EXECUTE FUNCTION issue_text_truncated();
CREATE TRIGGER issue_text_update AFTER UPDATE OF title, content ON public.issue FOR EACH ROW WHEN (((old.title IS DISTINCT FROM new.title) OR (old.content IS DISTINCT FROM new.content))) EXECUTE FUNCTION issue_text_changed();

-- What was said to a feedback
create table issue_comment (
  id bigint not null generated always as identity,
  rev integer not null default 1,
  issue_id bigint not null,
  author bigint,
  author_name text not null,
  text text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint issue_comment_author_fkey FOREIGN KEY (author) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint issue_comment_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issue(id) ON DELETE CASCADE,
  constraint issue_comment_pkey PRIMARY KEY (id)
);
CREATE INDEX issue_comment_author_idx ON public.issue_comment USING btree (author);
CREATE INDEX issue_comment_issue_id_idx ON public.issue_comment USING btree (issue_id, id);
CREATE TRIGGER issue_comment_text_delete AFTER DELETE ON public.issue_comment REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION issue_comment_text_deleted();
CREATE TRIGGER issue_comment_text_insert AFTER INSERT ON public.issue_comment REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION issue_comment_text_inserted();
CREATE TRIGGER issue_comment_text_truncate AFTER TRUNCATE ON public.issue_comment FOR EACH STATEMENT EXECUTE FUNCTION issue_comment_text_truncated();
CREATE TRIGGER issue_comment_text_update AFTER UPDATE OF text ON public.issue_comment FOR EACH ROW WHEN ((old.text IS DISTINCT FROM new.text)) EXECUTE FUNCTION issue_comment_text_changed();

-- Networks from which a user has signed in before; they are never refused
create table known_address (
  user_id bigint not null,
  network text not null,
  last_at timestamp with time zone not null,
  constraint known_address_pkey PRIMARY KEY (user_id, network),
  constraint known_address_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);

-- A list that parties are screened against; version is the number of the one that holds
create table list (
  id bigint not null generated always as identity,
  rev integer not null default 1,
  name text not null,
  source_id bigint,
  address text,
  every text not null default 'never'::text,
  due_at timestamp(3) with time zone,
  version integer,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  mapping jsonb,
  kind text not null default 'own'::text,
  is_kind_chosen boolean not null default false,
  constraint list_every_check CHECK ((every = ANY (ARRAY['never'::text, 'day'::text, 'week'::text]))),
  constraint list_kind_check CHECK ((kind = ANY (ARRAY['sanctions'::text, 'wanted'::text, 'pep'::text, 'adverse'::text, 'own'::text]))),
  constraint list_pkey PRIMARY KEY (id),
  constraint list_source_id_fkey FOREIGN KEY (source_id) REFERENCES source(id) ON DELETE SET NULL
);
CREATE INDEX list_due_idx ON public.list USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX list_name_key ON public.list USING btree (lower(NORMALIZE(name, NFKC)));
CREATE INDEX list_source_idx ON public.list USING btree (source_id);

-- An entry of a list as it was in the versions from since until before until
create table list_entry (
  id bigint not null generated always as identity,
  list_id bigint not null,
  key text not null,
  since integer not null,
  until integer,
  schema text not null,
  caption text not null,
  properties jsonb not null,
  constraint list_entry_list_id_fkey FOREIGN KEY (list_id) REFERENCES list(id) ON DELETE CASCADE,
  constraint list_entry_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX list_entry_key ON public.list_entry USING btree (list_id, key) WHERE (until IS NULL);
CREATE INDEX list_entry_since_idx ON public.list_entry USING btree (list_id, since);
CREATE INDEX list_entry_until_idx ON public.list_entry USING btree (list_id, until) WHERE (until IS NOT NULL);

-- Entries of a loading that were not taken, or not whole, and why; n is their line or place in the file
create table list_set_aside (
  version_id bigint not null,
  n integer not null,
  key text,
  caption text not null,
  reason text not null,
  detail jsonb not null default '{}'::jsonb,
  is_taken boolean not null,
  constraint list_set_aside_pkey PRIMARY KEY (version_id, n, reason),
  constraint list_set_aside_version_id_fkey FOREIGN KEY (version_id) REFERENCES list_version(id) ON DELETE CASCADE
);

-- Entries of a version that is being loaded, and documents of their holders; nobody is screened against them yet
create table list_staged (
  version_id bigint not null,
  key text not null,
  holder text,
  schema text not null,
  caption text not null,
  properties jsonb not null,
  constraint list_staged_pkey PRIMARY KEY (version_id, key),
  constraint list_staged_version_id_fkey FOREIGN KEY (version_id) REFERENCES list_version(id) ON DELETE CASCADE
);

-- One loading of a list: a version if it is done
create table list_version (
  id bigint not null generated always as identity,
  list_id bigint not null,
  n integer not null,
  state text not null,
  step integer not null default 0,
  is_confirmed boolean not null default false,
  file_name text not null,
  file_key text,
  address text,
  size bigint,
  sha256 text,
  format text,
  read integer not null default 0,
  entries integer not null default 0,
  added integer not null default 0,
  changed integer not null default 0,
  removed integer not null default 0,
  left_out integer not null default 0,
  fault jsonb,
  owner bigint,
  started_at timestamp(3) with time zone not null,
  touched_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  held_for text,
  set_aside integer not null default 0,
  trimmed integer not null default 0,
  left_kinds jsonb not null default '{}'::jsonb,
  sheet jsonb,
  unread jsonb not null default '[]'::jsonb,
  constraint list_version_held_for_check CHECK ((held_for = ANY (ARRAY['removed'::text, 'set_aside'::text]))),
  constraint list_version_list_id_fkey FOREIGN KEY (list_id) REFERENCES list(id) ON DELETE CASCADE,
  constraint list_version_list_id_n_key UNIQUE (list_id, n),
  constraint list_version_pkey PRIMARY KEY (id),
  constraint list_version_state_check CHECK ((state = ANY (ARRAY['loading'::text, 'mapping'::text, 'held'::text, 'done'::text, 'same'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE UNIQUE INDEX list_version_open_key ON public.list_version USING btree (list_id) WHERE (state = ANY (ARRAY['loading'::text, 'mapping'::text, 'held'::text]));

-- Failed sign-ins by name and network, counted for their limits
create table login_attempt (
  key text not null,
  count integer not null,
  ends_at timestamp with time zone not null,
  next_at timestamp with time zone,
  constraint login_attempt_pkey PRIMARY KEY (key)
);

-- A challenge for a passkey, or a login that waits for its second step
create table login_challenge (
  binding_hash bytea not null,
  purpose text not null,
  user_id bigint,
  challenge text,
  tries integer not null default 0,
  expires_at timestamp(3) with time zone not null,
  session_id bigint,
  constraint login_challenge_pkey PRIMARY KEY (binding_hash),
  constraint login_challenge_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE,
  constraint login_challenge_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX login_challenge_expires_idx ON public.login_challenge USING btree (expires_at);
CREATE INDEX login_challenge_session_idx ON public.login_challenge USING btree (session_id) WHERE (session_id IS NOT NULL);
CREATE INDEX login_challenge_user_idx ON public.login_challenge USING btree (user_id);

-- A login that has begun at an identity provider
create table login_start (
  binding_hash bytea not null,
  provider_id bigint not null,
  provider_rev integer not null,
  state text not null,
  nonce text not null,
  verifier text not null,
  user_id bigint,
  expires_at timestamp(3) with time zone not null,
  session_id bigint,
  constraint login_start_pkey PRIMARY KEY (binding_hash),
  constraint login_start_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES identity_provider(id) ON DELETE CASCADE,
  constraint login_start_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE,
  constraint login_start_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX login_start_expires_idx ON public.login_start USING btree (expires_at);
CREATE INDEX login_start_provider_idx ON public.login_start USING btree (provider_id);
CREATE INDEX login_start_session_idx ON public.login_start USING btree (session_id) WHERE (session_id IS NOT NULL);
CREATE INDEX login_start_user_idx ON public.login_start USING btree (user_id);

-- A mailbox whose messages become uploads of its owner
create table mailbox (
  id bigint not null generated always as identity,
  rev integer not null default 1,
  name text not null,
  is_active boolean not null default true,
  host text not null,
  port integer not null,
  security text not null,
  username text not null,
  auth text not null,
  secret_sealed bytea,
  folder text not null,
  since date not null,
  after_read text not null,
  move_to text not null default ''::text,
  server_id text not null,
  senders text[] not null default '{}'::text[],
  owner bigint,
  read_user bigint[] not null default '{}'::bigint[],
  run_at timestamp(3) with time zone,
  fetched_at timestamp(3) with time zone,
  failing_since timestamp(3) with time zone,
  failure text,
  failure_detail text,
  failures integer not null default 0,
  next_at timestamp(3) with time zone,
  holder text,
  held_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint mailbox_after_read_check CHECK ((after_read = ANY (ARRAY['nothing'::text, 'flag'::text, 'move'::text]))),
  constraint mailbox_auth_check CHECK ((auth = ANY (ARRAY['password'::text, 'token'::text]))),
  constraint mailbox_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint mailbox_pkey PRIMARY KEY (id),
  constraint mailbox_security_check CHECK ((security = ANY (ARRAY['tls'::text, 'starttls'::text, 'plain'::text])))
);
CREATE UNIQUE INDEX mailbox_name_key ON public.mailbox USING btree (lower(name));

-- A message of a mailbox, and what became of it
create table mailbox_message (
  id bigint not null generated always as identity,
  mailbox_id bigint not null,
  uid_validity bigint not null,
  uid bigint not null,
  message_key text,
  head_sha256 text,
  sha256 text,
  size bigint not null default 0,
  from_address text not null default ''::text,
  subject text not null default ''::text,
  sent_at timestamp(3) with time zone,
  state text not null,
  reason text,
  detail text,
  tries integer not null default 0,
  wanted_by bigint,
  upload_id bigint,
  is_settled boolean not null default true,
  at timestamp(3) with time zone not null,
  constraint mailbox_message_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailbox(id) ON DELETE CASCADE,
  constraint mailbox_message_pkey PRIMARY KEY (id),
  constraint mailbox_message_state_check CHECK ((state = ANY (ARRAY['stored'::text, 'duplicate'::text, 'refused'::text, 'failed'::text, 'wanted'::text]))),
  constraint mailbox_message_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES upload(id) ON DELETE SET NULL,
  constraint mailbox_message_wanted_by_fkey FOREIGN KEY (wanted_by) REFERENCES "user"(id) ON DELETE SET NULL
);
CREATE INDEX mailbox_message_head_idx ON public.mailbox_message USING btree (mailbox_id, head_sha256) WHERE (state = ANY (ARRAY['refused'::text, 'failed'::text, 'wanted'::text]));
CREATE INDEX mailbox_message_list_idx ON public.mailbox_message USING btree (mailbox_id, state, id DESC);
CREATE INDEX mailbox_message_sha256_idx ON public.mailbox_message USING btree (mailbox_id, sha256) WHERE (sha256 IS NOT NULL);
CREATE UNIQUE INDEX mailbox_message_uid_key ON public.mailbox_message USING btree (mailbox_id, uid_validity, uid);
CREATE INDEX mailbox_message_unsettled_idx ON public.mailbox_message USING btree (mailbox_id) WHERE (NOT is_settled);
CREATE INDEX mailbox_message_upload_idx ON public.mailbox_message USING btree (upload_id) WHERE (upload_id IS NOT NULL);

-- A person in an organisation: role and time
create table membership (
  id bigint not null generated always as identity,
  person_id bigint not null,
  og_id bigint not null,
  role text,
  start_time text,
  end_time text,
  on_behalf_of bigint,
  area text,
  term text,
  constraint membership_og_id_fkey FOREIGN KEY (og_id) REFERENCES og(id) ON DELETE CASCADE,
  constraint membership_on_behalf_of_fkey FOREIGN KEY (on_behalf_of) REFERENCES og(id) ON DELETE SET NULL,
  constraint membership_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint membership_pkey PRIMARY KEY (id)
);
CREATE INDEX membership_og_idx ON public.membership USING btree (og_id, person_id);
CREATE INDEX membership_on_behalf_of_idx ON public.membership USING btree (on_behalf_of) WHERE (on_behalf_of IS NOT NULL);
CREATE UNIQUE INDEX membership_person_key ON public.membership USING btree (person_id, og_id, COALESCE(role, ''::text), COALESCE(start_time, ''::text), COALESCE(term, ''::text));
CREATE CONSTRAINT TRIGGER membership_claim_delete AFTER DELETE ON public.membership DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION link_claim_after_delete();
CREATE TRIGGER membership_duplicate_delete AFTER DELETE ON public.membership REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION duplicate_linked('''person''', 'person_id');
CREATE TRIGGER membership_duplicate_insert AFTER INSERT ON public.membership REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION duplicate_linked('''person''', 'person_id');
CREATE TRIGGER membership_duplicate_update AFTER UPDATE ON public.membership REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION duplicate_linked('''person''', 'person_id');
CREATE TRIGGER membership_search_delete AFTER DELETE ON public.membership REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION search_after_link('person', 'person_id');
CREATE TRIGGER membership_search_insert AFTER INSERT ON public.membership REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION search_after_link('person', 'person_id');

-- A name of a record found in a version of a page, and how sure it is
create table mention (
  og_id bigint not null,
  page_id bigint not null,
  version_id bigint not null,
  noun text not null,
  record_id bigint not null,
  name text not null,
  count integer not null,
  is_new boolean not null,
  found_at timestamp(3) with time zone not null,
  certainty text not null default 'possible'::text,
  evidence jsonb,
  constraint mention_certainty_check CHECK ((certainty = ANY (ARRAY['certain'::text, 'likely'::text, 'possible'::text]))),
  constraint mention_noun_check CHECK ((noun = ANY (ARRAY['og'::text, 'person'::text]))),
  constraint mention_og_id_page_id_version_id_fkey FOREIGN KEY (og_id, page_id, version_id) REFERENCES page_version(og_id, page_id, id) ON DELETE CASCADE,
  constraint mention_pkey PRIMARY KEY (og_id, page_id, version_id, noun, record_id)
);
CREATE INDEX mention_record_idx ON public.mention USING btree (noun, record_id, found_at DESC);

-- What people decided about a name: this record, or another
create table mention_decision (
  id bigint not null generated always as identity,
  noun text not null,
  record_id bigint not null,
  og_id bigint,
  page_id bigint,
  upload_id bigint,
  verdict text not null,
  user_id bigint,
  username text not null,
  at timestamp(3) with time zone not null,
  text_id bigint,
  constraint mention_decision_check CHECK (((num_nonnulls(page_id, upload_id, text_id) = 1) AND ((page_id IS NULL) = (og_id IS NULL)))),
  constraint mention_decision_noun_check CHECK ((noun = ANY (ARRAY['og'::text, 'person'::text]))),
  constraint mention_decision_og_id_page_id_fkey FOREIGN KEY (og_id, page_id) REFERENCES page(og_id, id) ON DELETE CASCADE,
  constraint mention_decision_pkey PRIMARY KEY (id),
  constraint mention_decision_text_id_fkey FOREIGN KEY (text_id) REFERENCES own_text(id) ON DELETE CASCADE,
  constraint mention_decision_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES upload(id) ON DELETE CASCADE,
  constraint mention_decision_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint mention_decision_verdict_check CHECK ((verdict = ANY (ARRAY['confirmed'::text, 'rejected'::text])))
);
CREATE UNIQUE INDEX mention_decision_key ON public.mention_decision USING btree (noun, record_id, page_id, upload_id, text_id) NULLS NOT DISTINCT;
CREATE INDEX mention_decision_page_idx ON public.mention_decision USING btree (og_id, page_id) WHERE (page_id IS NOT NULL);
CREATE INDEX mention_decision_text_idx ON public.mention_decision USING btree (text_id) WHERE (text_id IS NOT NULL);
CREATE INDEX mention_decision_upload_idx ON public.mention_decision USING btree (upload_id) WHERE (upload_id IS NOT NULL);

-- Records that became one, with what undoes it
create table merge (
  id bigint not null generated always as identity,
  noun text not null,
  target_id bigint not null,
  source_ids bigint[] not null,
  undo jsonb not null,
  user_id bigint,
  at timestamp(3) with time zone not null default now(),
  undone_at timestamp(3) with time zone,
  constraint merge_pkey PRIMARY KEY (id),
  constraint merge_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE SET NULL
);
CREATE INDEX merge_sources_idx ON public.merge USING gin (source_ids);
CREATE INDEX merge_target_idx ON public.merge USING btree (noun, target_id);

-- Changes of this schema that were made
create table migration (
  name text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migration_pkey PRIMARY KEY (name)
);

-- Addresses that pages link to and that did not answer: requested again in the next rounds
create table missing_url (
  og_id bigint not null,
  url_key text not null,
  url text not null,
  depth smallint not null,
  rounds smallint not null default 1,
  constraint missing_url_og_id_fkey FOREIGN KEY (og_id) REFERENCES og(id) ON DELETE CASCADE,
  constraint missing_url_pkey PRIMARY KEY (og_id, url_key)
);

-- The key of the model, sealed, at most one row
create table model_key (
  is_only boolean not null default true,
  sealed bytea not null,
  updated_by bigint,
  updated_at timestamp(3) with time zone not null,
  constraint model_key_is_only_check CHECK (is_only),
  constraint model_key_pkey PRIMARY KEY (is_only),
  constraint model_key_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES "user"(id) ON DELETE SET NULL
);

-- Organisations and persons that are kept from the model
create table model_mark (
  og_id bigint,
  person_id bigint,
  user_id bigint,
  created_at timestamp(3) with time zone not null,
  constraint model_mark_check CHECK ((num_nonnulls(og_id, person_id) = 1)),
  constraint model_mark_og_id_fkey FOREIGN KEY (og_id) REFERENCES og(id) ON DELETE CASCADE,
  constraint model_mark_og_id_key UNIQUE (og_id),
  constraint model_mark_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint model_mark_person_id_key UNIQUE (person_id),
  constraint model_mark_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE SET NULL
);
CREATE INDEX model_mark_user_idx ON public.model_mark USING btree (user_id);

-- What changed in a difference, in one sentence by the model, for each language
create table model_sentence (
  og_id bigint not null,
  diff_id bigint not null,
  locale text not null,
  from_version bigint,
  to_version bigint,
  text text not null,
  strike jsonb,
  is_uncompared boolean not null,
  model text not null,
  user_id bigint,
  created_at timestamp(3) with time zone not null,
  constraint model_sentence_og_id_diff_id_fkey FOREIGN KEY (og_id, diff_id) REFERENCES diff(og_id, id) ON DELETE CASCADE,
  constraint model_sentence_pkey PRIMARY KEY (og_id, diff_id, locale),
  constraint model_sentence_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE SET NULL
);
CREATE INDEX model_sentence_user_idx ON public.model_sentence USING btree (user_id);

-- Requests to the model by user, with their tokens
create table model_use (
  id bigint not null generated always as identity,
  user_id bigint not null,
  kind text not null,
  at timestamp(3) with time zone not null,
  until timestamp(3) with time zone not null,
  tokens integer not null,
  ms integer,
  result text,
  constraint model_use_pkey PRIMARY KEY (id),
  constraint model_use_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX model_use_at_idx ON public.model_use USING btree (at);
CREATE INDEX model_use_open_idx ON public.model_use USING btree (until) WHERE (result IS NULL);
CREATE INDEX model_use_user_idx ON public.model_use USING btree (user_id, at);

-- Changes of names of organisations and persons that the version of the dictionary does not contain yet
create table name_change (
  id bigint not null generated always as identity,
  at timestamp(3) with time zone not null default now(),
  constraint name_change_pkey PRIMARY KEY (id)
);

-- What happened to records, waiting to be told to those who follow them
create table news (
  id bigint not null generated always as identity,
  at timestamp(3) with time zone not null,
  kind text not null,
  noun text not null,
  record_id bigint not null,
  actor_id bigint,
  users bigint[] not null default '{}'::bigint[],
  detail jsonb not null default '{}'::jsonb,
  told_at timestamp(3) with time zone,
  constraint news_pkey PRIMARY KEY (id)
);
CREATE INDEX news_told_at_idx ON public.news USING btree (told_at) WHERE (told_at IS NOT NULL);
CREATE INDEX news_waiting_idx ON public.news USING btree (id) WHERE (told_at IS NULL);
CREATE TRIGGER news_webhook AFTER INSERT ON public.news REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION queue_webhooks_of_news();

-- What a user was told
create table notification (
  id bigint not null generated always as identity,
  seq bigint not null generated always as identity,
  user_id bigint not null,
  family text not null,
  kind text not null,
  noun text not null,
  record_id bigint not null,
  target_noun text,
  target_id bigint,
  place_id bigint not null default 0,
  detail jsonb not null default '{}'::jsonb,
  actors bigint[] not null default '{}'::bigint[],
  count integer not null,
  first_at timestamp(3) with time zone not null,
  at timestamp(3) with time zone not null,
  read_at timestamp(3) with time zone,
  is_shown boolean not null default true,
  mail text not null default 'off'::text,
  mail_id bigint,
  is_beyond boolean not null default false,
  constraint notification_mail_check CHECK ((mail = ANY (ARRAY['off'::text, 'now'::text, 'digest'::text]))),
  constraint notification_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES outgoing_mail(id) ON DELETE SET NULL,
  constraint notification_pkey PRIMARY KEY (id),
  constraint notification_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX notification_at_idx ON public.notification USING btree (at);
CREATE INDEX notification_beyond_idx ON public.notification USING btree (user_id, seq DESC) WHERE is_beyond;
CREATE INDEX notification_mail_id_idx ON public.notification USING btree (mail_id) WHERE (mail_id IS NOT NULL);
CREATE INDEX notification_mail_idx ON public.notification USING btree (user_id, mail) WHERE ((mail <> 'off'::text) AND (mail_id IS NULL) AND (read_at IS NULL));
CREATE INDEX notification_record_idx ON public.notification USING btree (noun, record_id);
CREATE INDEX notification_unread_idx ON public.notification USING btree (user_id, noun, record_id) WHERE (read_at IS NULL);
CREATE INDEX notification_user_idx ON public.notification USING btree (user_id, seq DESC);

-- What a user wishes to be told, and how
create table notification_setting (
  user_id bigint not null,
  setting jsonb not null default '{}'::jsonb,
  digest_at timestamp(3) with time zone,
  constraint notification_setting_pkey PRIMARY KEY (user_id),
  constraint notification_setting_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);

-- Organisations
create table og (
  id bigint not null generated always as identity,
  rev integer not null default 1,
  name text not null,
  eng_name text,
  aliases text[] not null default '{}'::text[],
  icon text,
  "desc" text,
  category_id bigint,
  host text,
  entrances text[] not null default '{}'::text[],
  version integer not null default 0,
  new_version integer not null default 0,
  version_keep integer not null default 0,
  forbidden_rules text[] not null default '{}'::text[],
  twitter text,
  facebook text,
  youtube text,
  register_time text,
  scale text,
  weight smallint not null default 0,
  region text,
  danger_level danger_level not null default '待定'::danger_level,
  external_id text,
  is_demo boolean not null default false,
  owner bigint,
  read_user bigint[] not null default '{}'::bigint[],
  write_user bigint[] not null default '{}'::bigint[],
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  name_key text not null generated always as (search_key(VARIADIC ARRAY[name, COALESCE(eng_name, ''::text), text_of(aliases), COALESCE(host, ''::text), COALESCE(external_id, ''::text)])) stored,
  name_grams text[] not null generated always as (wide_grams(search_key(VARIADIC ARRAY[name, COALESCE(eng_name, ''::text), text_of(aliases)]))) stored,
  merged_into bigint,
  identifiers jsonb not null default '[]'::jsonb,
  contacts jsonb not null default '[]'::jsonb,
  custom jsonb not null default '{}'::jsonb,
  alias_notes jsonb not null default '[]'::jsonb,
  legal_form text,
  picture text,
  constraint og_category_id_fkey FOREIGN KEY (category_id) REFERENCES og_cate(id) ON DELETE SET NULL,
  constraint og_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES og(id) ON DELETE SET NULL,
  constraint og_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint og_pkey PRIMARY KEY (id),
  constraint og_region_check CHECK ((region ~ '^[A-Z]{2}$'::text)),
  constraint og_weight_check CHECK (((weight >= 0) AND (weight <= 100)))
);
CREATE INDEX og_alias_match_idx ON public.og USING gin (folded((aliases || eng_name))) WHERE ((deleted_at IS NULL) AND ((aliases <> '{}'::text[]) OR (eng_name IS NOT NULL)));
CREATE INDEX og_category_id_idx ON public.og USING btree (category_id, updated_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX og_closed_count_idx ON public.og USING btree (region, danger_level) WHERE ((deleted_at IS NULL) AND (read_user <> '{}'::bigint[]));
CREATE INDEX og_closed_id_idx ON public.og USING btree (id) INCLUDE (owner, read_user, write_user) WHERE ((deleted_at IS NULL) AND (read_user <> '{}'::bigint[]));
CREATE INDEX og_created_at_idx ON public.og USING btree (created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX og_custom_idx ON public.og USING gin (custom jsonb_path_ops) WHERE (custom <> '{}'::jsonb);
CREATE INDEX og_danger_level_idx ON public.og USING btree (danger_level, id) WHERE (deleted_at IS NULL);
CREATE INDEX og_deleted_at_idx ON public.og USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX og_deleted_id_idx ON public.og USING btree (id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX og_external_id_idx ON public.og USING btree (external_id) WHERE ((deleted_at IS NULL) AND (external_id IS NOT NULL));
CREATE INDEX og_host_idx ON public.og USING btree (host) WHERE ((deleted_at IS NULL) AND (host IS NOT NULL));
CREATE INDEX og_identifiers_idx ON public.og USING gin (identifier_keys(identifiers)) WHERE (identifiers <> '[]'::jsonb);
CREATE INDEX og_is_demo_idx ON public.og USING btree (id) WHERE is_demo;
CREATE INDEX og_merged_into_idx ON public.og USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX og_name_grams_idx ON public.og USING gin (name_grams) WITH (fastupdate='on', gin_pending_list_limit='64');
CREATE INDEX og_name_idx ON public.og USING btree (name, id) WHERE (deleted_at IS NULL);
CREATE INDEX og_name_key_idx ON public.og USING gin (name_key gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='64');
CREATE INDEX og_name_match_idx ON public.og USING btree (lower(NORMALIZE(name, NFKC))) WHERE (deleted_at IS NULL);
CREATE INDEX og_open_count_idx ON public.og USING btree (region, danger_level) WHERE ((deleted_at IS NULL) AND (read_user = '{}'::bigint[]));
CREATE INDEX og_owner_idx ON public.og USING btree (owner);
CREATE INDEX og_region_idx ON public.og USING btree (region, updated_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX og_restricted_idx ON public.og USING gin ((((read_user || write_user) || owner))) WITH (fastupdate=off) WHERE ((deleted_at IS NULL) AND (read_user <> '{}'::bigint[]));
CREATE INDEX og_sanctioned_idx ON public.og USING btree (id) WHERE ((danger_level = '受制裁'::danger_level) AND (deleted_at IS NULL));
CREATE INDEX og_updated_at_idx ON public.og USING btree (updated_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX og_weight_idx ON public.og USING btree (weight DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE TRIGGER og_change_delete AFTER DELETE ON public.og REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes();
CREATE TRIGGER og_change_insert AFTER INSERT ON public.og REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes();
CREATE TRIGGER og_change_mark AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.og FOR EACH STATEMENT EXECUTE FUNCTION raise_change_mark();
CREATE TRIGGER og_change_truncate AFTER TRUNCATE ON public.og FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes();
CREATE TRIGGER og_change_update AFTER UPDATE ON public.og REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes();
CREATE TRIGGER og_check_facts AFTER UPDATE ON public.og REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION record_check_facts();
CREATE TRIGGER og_claim_delete AFTER DELETE ON public.og REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION claim_after_delete();
CREATE TRIGGER og_duplicate_insert AFTER INSERT ON public.og REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION duplicate_record_inserted();
CREATE TRIGGER og_duplicate_open AFTER UPDATE ON public.og REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION duplicate_og_opened();
CREATE TRIGGER og_duplicate_update AFTER UPDATE ON public.og REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION duplicate_record_updated();
CREATE TRIGGER og_external_key_delete AFTER DELETE ON public.og REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION external_key_after_delete();
CREATE TRIGGER og_fact_check_delete AFTER DELETE ON public.og REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION fact_check_after_delete();
CREATE TRIGGER og_name_delete AFTER DELETE ON public.og FOR EACH ROW WHEN ((old.deleted_at IS NULL)) EXECUTE FUNCTION note_name_change();
CREATE TRIGGER og_name_insert AFTER INSERT ON public.og FOR EACH STATEMENT EXECUTE FUNCTION note_name_change();
CREATE TRIGGER og_name_update AFTER UPDATE OF name, eng_name, aliases, deleted_at ON public.og FOR EACH ROW WHEN (((((old.name IS DISTINCT FROM new.name) OR (old.eng_name IS DISTINCT FROM new.eng_name)) OR (old.aliases IS DISTINCT FROM new.aliases)) OR ((old.deleted_at IS NULL) IS DISTINCT FROM (new.deleted_at IS NULL)))) EXECUTE FUNCTION note_name_change();
CREATE TRIGGER og_screening_delete AFTER DELETE ON public.og REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION screening_gone();
CREATE TRIGGER og_screening_insert AFTER INSERT ON public.og REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION screening_inserted();
CREATE TRIGGER og_screening_update AFTER UPDATE ON public.og REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION screening_og_changed();
CREATE TRIGGER og_search_delete AFTER DELETE ON public.og REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION search_after_delete();
CREATE TRIGGER og_search_insert AFTER INSERT ON public.og REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION search_after_insert();
CREATE TRIGGER og_search_update AFTER UPDATE ON public.og REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION search_after_update();

-- Categories of organisations
create table og_cate (
  id bigint not null generated always as identity,
  rev integer not null default 1,
  name text not null,
  is_demo boolean not null default false,
  owner bigint,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  constraint og_cate_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint og_cate_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX og_cate_name_key ON public.og_cate USING btree (lower(NORMALIZE(name, NFKC))) WHERE (deleted_at IS NULL);

-- Who owns, controls, supplies an organisation, or is linked to it otherwise: kept once, since when, to which share
create table og_relation (
  id bigint not null generated always as identity,
  from_og_id bigint,
  from_person_id bigint,
  og_id bigint not null,
  type text not null,
  share_min numeric(7,4),
  share_max numeric(7,4),
  is_beneficial boolean not null default false,
  "desc" text,
  start_time text,
  end_time text,
  constraint og_relation_check CHECK ((num_nonnulls(from_og_id, from_person_id) = 1)),
  constraint og_relation_check1 CHECK ((from_og_id IS DISTINCT FROM og_id)),
  constraint og_relation_check2 CHECK (((num_nulls(share_min, share_max) = ANY (ARRAY[0, 2])) AND (share_min <= share_max))),
  constraint og_relation_check3 CHECK (((type = 'owns'::text) OR ((share_min IS NULL) AND (NOT is_beneficial)))),
  constraint og_relation_check4 CHECK (((from_person_id IS NULL) OR (type <> ALL (ARRAY['subsidiary'::text, 'member'::text, 'successor'::text])))),
  constraint og_relation_from_og_id_fkey FOREIGN KEY (from_og_id) REFERENCES og(id) ON DELETE CASCADE,
  constraint og_relation_from_person_id_fkey FOREIGN KEY (from_person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint og_relation_og_id_fkey FOREIGN KEY (og_id) REFERENCES og(id) ON DELETE CASCADE,
  constraint og_relation_pkey PRIMARY KEY (id),
  constraint og_relation_share_max_check CHECK (((share_max >= (0)::numeric) AND (share_max <= (100)::numeric))),
  constraint og_relation_share_min_check CHECK (((share_min >= (0)::numeric) AND (share_min <= (100)::numeric))),
  constraint og_relation_type_check CHECK ((type = ANY (ARRAY['owns'::text, 'controls'::text, 'subsidiary'::text, 'member'::text, 'partner'::text, 'successor'::text, 'supplies'::text, 'funds'::text, 'other'::text])))
);
CREATE INDEX og_relation_from_og_idx ON public.og_relation USING btree (from_og_id, type, share_max DESC NULLS LAST) WHERE (from_og_id IS NOT NULL);
CREATE INDEX og_relation_from_person_idx ON public.og_relation USING btree (from_person_id, type, share_max DESC NULLS LAST) WHERE (from_person_id IS NOT NULL);
CREATE UNIQUE INDEX og_relation_key ON public.og_relation USING btree (og_id, type, is_beneficial, from_og_id, from_person_id, start_time) NULLS NOT DISTINCT;
CREATE INDEX og_relation_og_idx ON public.og_relation USING btree (og_id, type, share_max DESC NULLS LAST);
CREATE CONSTRAINT TRIGGER og_relation_claim_delete AFTER DELETE ON public.og_relation DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION link_claim_after_delete();
CREATE TRIGGER og_relation_owners_delete AFTER DELETE ON public.og_relation REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION og_relation_check_owners();
CREATE TRIGGER og_relation_owners_insert AFTER INSERT ON public.og_relation REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION og_relation_check_owners();
CREATE TRIGGER og_relation_owners_update AFTER UPDATE ON public.og_relation REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION og_relation_check_owners();

-- The authenticator app of a user
create table one_time_code (
  user_id bigint not null,
  secret bytea not null,
  confirmed_at timestamp(3) with time zone,
  last_step bigint not null default 0,
  created_at timestamp(3) with time zone not null,
  constraint one_time_code_pkey PRIMARY KEY (user_id),
  constraint one_time_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);

-- Mail to be sent, and mail that was sent
create table outgoing_mail (
  id bigint not null generated always as identity,
  user_id bigint not null,
  kind text not null,
  message_id uuid not null default gen_random_uuid(),
  created_at timestamp(3) with time zone not null,
  sent_at timestamp(3) with time zone,
  constraint outgoing_mail_kind_check CHECK ((kind = ANY (ARRAY['now'::text, 'digest'::text]))),
  constraint outgoing_mail_pkey PRIMARY KEY (id),
  constraint outgoing_mail_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX outgoing_mail_user_idx ON public.outgoing_mail USING btree (user_id, id);

-- One row for each text that the team writes: the current version of a report, an event, feedback, a timeline note, a comment. The text itself and its access are in the tables of its record
create table own_text (
  id bigint not null generated always as identity,
  kind text not null,
  record_id bigint not null,
  comment_id bigint,
  step integer not null default 1,
  scanned integer not null default 0,
  at timestamp(3) with time zone not null,
  constraint own_text_check CHECK (((comment_id IS NULL) OR (kind = ANY (ARRAY['report'::text, 'issue'::text])))),
  constraint own_text_kind_check CHECK ((kind = ANY (ARRAY['report'::text, 'event'::text, 'issue'::text, 'note'::text]))),
  constraint own_text_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX own_text_key ON public.own_text USING btree (kind, record_id, comment_id) NULLS NOT DISTINCT;
CREATE INDEX own_text_scanned_idx ON public.own_text USING btree (scanned, id);

-- Names of organisations and persons in the texts that the team writes, found by the search for names
create table own_text_mention (
  text_id bigint not null,
  noun text not null,
  record_id bigint not null,
  name text not null,
  count integer not null,
  certainty text not null,
  evidence jsonb,
  constraint own_text_mention_certainty_check CHECK ((certainty = ANY (ARRAY['certain'::text, 'likely'::text, 'possible'::text]))),
  constraint own_text_mention_noun_check CHECK ((noun = ANY (ARRAY['og'::text, 'person'::text]))),
  constraint own_text_mention_pkey PRIMARY KEY (text_id, noun, record_id),
  constraint own_text_mention_text_id_fkey FOREIGN KEY (text_id) REFERENCES own_text(id) ON DELETE CASCADE
);
CREATE INDEX own_text_mention_record_idx ON public.own_text_mention USING btree (noun, record_id, text_id);

-- A page of a site: its address, state and newest version
create table page (
  og_id bigint not null,
  id bigint not null generated always as identity,
  url text not null,
  url_key text not null,
  depth smallint not null default 0,
  title text,
  language text,
  status page_status not null default 'active'::page_status,
  status_reason text,
  first_seen_at timestamp(3) with time zone not null,
  last_fetched_at timestamp(3) with time zone,
  last_changed_at timestamp(3) with time zone,
  versions integer not null default 0,
  hits integer not null default 0,
  last_version bigint,
  low_version bigint,
  etag text,
  last_modified text,
  last_round integer not null default 0,
  gone_rounds smallint not null default 0,
  failing_since timestamp(3) with time zone,
  reported_state text,
  moved_to text,
  moved_round integer,
  feed jsonb,
  visited_rounds integer[] not null default '{}'::integer[],
  moved_if_same boolean not null default false,
  moved_key text,
  constraint page_og_id_fkey FOREIGN KEY (og_id) REFERENCES og(id) ON DELETE CASCADE,
  constraint page_pkey PRIMARY KEY (og_id, id)
);
CREATE INDEX page_feed_idx ON public.page USING btree (og_id) WHERE (feed IS NOT NULL);
CREATE INDEX page_id_idx ON public.page USING btree (id);
CREATE INDEX page_last_changed_at_idx ON public.page USING btree (last_changed_at DESC NULLS LAST, id DESC);
CREATE INDEX page_status_idx ON public.page USING btree (og_id, status);
CREATE UNIQUE INDEX page_url_key ON public.page USING btree (og_id, url_key);
CREATE TRIGGER page_search_delete AFTER DELETE ON public.page REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION search_after_page_delete();
CREATE TRIGGER page_search_insert AFTER INSERT ON public.page FOR EACH ROW WHEN ((new.last_version IS NOT NULL)) EXECUTE FUNCTION search_after_page();
CREATE TRIGGER page_search_update AFTER UPDATE ON public.page FOR EACH ROW WHEN (((old.last_version IS DISTINCT FROM new.last_version) OR (old.title IS DISTINCT FROM new.title))) EXECUTE FUNCTION search_after_page();
CREATE TRIGGER page_version_replaced AFTER UPDATE ON public.page FOR EACH ROW WHEN (((old.last_version IS DISTINCT FROM new.last_version) OR (old.low_version IS DISTINCT FROM new.low_version))) EXECUTE FUNCTION page_version_replaced();

-- A web archive file whose captures became versions of pages
create table page_archive (
  id bigint not null generated always as identity,
  og_id bigint not null,
  file_name text not null,
  file_key text,
  size bigint not null,
  sha256 text not null,
  format text,
  state text not null default 'reading'::text,
  step integer not null default 0,
  records integer not null default 0,
  counts jsonb not null default '{}'::jsonb,
  fault text,
  locale text not null,
  owner bigint,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  request jsonb,
  cursor jsonb,
  constraint page_archive_og_id_fkey FOREIGN KEY (og_id) REFERENCES og(id) ON DELETE CASCADE,
  constraint page_archive_og_id_sha256_key UNIQUE (og_id, sha256),
  constraint page_archive_pkey PRIMARY KEY (id),
  constraint page_archive_state_check CHECK ((state = ANY (ARRAY['reading'::text, 'done'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE UNIQUE INDEX page_archive_fetching_key ON public.page_archive USING btree (og_id) WHERE ((request IS NOT NULL) AND (state = 'reading'::text));
CREATE INDEX page_archive_file_key_idx ON public.page_archive USING btree (file_key) WHERE (file_key IS NOT NULL);

-- A capture that a web archive did not deliver and that is requested again
create table page_archive_retry (
  id bigint not null generated always as identity,
  archive_id bigint not null,
  url text not null,
  "timestamp" text not null,
  attempts smallint not null,
  next_at timestamp(3) with time zone not null,
  constraint page_archive_retry_archive_id_fkey FOREIGN KEY (archive_id) REFERENCES page_archive(id) ON DELETE CASCADE,
  constraint page_archive_retry_pkey PRIMARY KEY (id)
);
CREATE INDEX page_archive_retry_next_idx ON public.page_archive_retry USING btree (archive_id, next_at);

-- A capture of an archive in which a version was present
create table page_archive_sighting (
  archive_id bigint not null,
  record integer not null,
  og_id bigint not null,
  page_id bigint not null,
  version_id bigint not null,
  at timestamp(3) with time zone not null,
  digest text,
  constraint page_archive_sighting_archive_id_fkey FOREIGN KEY (archive_id) REFERENCES page_archive(id) ON DELETE CASCADE,
  constraint page_archive_sighting_og_id_page_id_version_id_fkey FOREIGN KEY (og_id, page_id, version_id) REFERENCES page_version(og_id, page_id, id) ON DELETE CASCADE,
  constraint page_archive_sighting_pkey PRIMARY KEY (archive_id, record)
);
CREATE INDEX page_archive_sighting_digest_idx ON public.page_archive_sighting USING btree (og_id, page_id, digest) WHERE (digest IS NOT NULL);
CREATE INDEX page_archive_sighting_version_idx ON public.page_archive_sighting USING btree (og_id, page_id, version_id);

-- A content that an address of a stylesheet, picture or font had, or the last failure to fetch it
create table page_asset (
  id bigint not null generated always as identity,
  og_id bigint not null,
  url text not null,
  hash bytea,
  final_url text,
  media_type text,
  size integer not null default 0,
  etag text,
  last_modified text,
  fault text,
  checked_at timestamp(3) with time zone not null,
  constraint page_asset_check CHECK (((hash IS NULL) = (fault IS NOT NULL))),
  constraint page_asset_hash_fkey FOREIGN KEY (hash) REFERENCES blob(hash),
  constraint page_asset_og_id_fkey FOREIGN KEY (og_id) REFERENCES og(id) ON DELETE CASCADE,
  constraint page_asset_og_id_url_hash_key UNIQUE NULLS NOT DISTINCT (og_id, url, hash),
  constraint page_asset_pkey PRIMARY KEY (id)
);
CREATE INDEX page_asset_hash_idx ON public.page_asset USING btree (hash) WHERE (hash IS NOT NULL);
CREATE TRIGGER page_asset_loosens AFTER DELETE ON public.page_asset REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION page_asset_loosened();

-- The appearance of a page version: which stylesheets and pictures were stored, and how many were not, by reason
create table page_snapshot (
  og_id bigint not null,
  page_id bigint not null,
  version_id bigint not null,
  state text not null default 'waiting'::text,
  attempts smallint not null default 0,
  next_at timestamp(3) with time zone not null,
  counts jsonb not null default '{}'::jsonb,
  picture bytea,
  picture_size integer not null default 0,
  constraint page_snapshot_og_id_page_id_version_id_fkey FOREIGN KEY (og_id, page_id, version_id) REFERENCES page_version(og_id, page_id, id) ON DELETE CASCADE,
  constraint page_snapshot_picture_fkey FOREIGN KEY (picture) REFERENCES blob(hash),
  constraint page_snapshot_pkey PRIMARY KEY (og_id, page_id, version_id),
  constraint page_snapshot_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text])))
);
CREATE INDEX page_snapshot_picture_idx ON public.page_snapshot USING btree (picture) WHERE (picture IS NOT NULL);
CREATE INDEX page_snapshot_waiting_idx ON public.page_snapshot USING btree (next_at) WHERE (state = 'waiting'::text);
CREATE TRIGGER page_snapshot_loosens AFTER DELETE ON public.page_snapshot REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION page_snapshot_loosened();

-- A stylesheet, picture or font with the content that it had when the version was fetched
create table page_snapshot_asset (
  og_id bigint not null,
  page_id bigint not null,
  version_id bigint not null,
  asset_id bigint not null,
  constraint page_snapshot_asset_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES page_asset(id) ON DELETE CASCADE,
  constraint page_snapshot_asset_og_id_page_id_version_id_fkey FOREIGN KEY (og_id, page_id, version_id) REFERENCES page_snapshot(og_id, page_id, version_id) ON DELETE CASCADE,
  constraint page_snapshot_asset_pkey PRIMARY KEY (og_id, page_id, version_id, asset_id)
);
CREATE INDEX page_snapshot_asset_asset_idx ON public.page_snapshot_asset USING btree (asset_id);

-- A page as it was at one moment
create table page_version (
  og_id bigint not null,
  page_id bigint not null,
  id bigint not null generated always as identity,
  round integer not null,
  fetched_at timestamp(3) with time zone not null,
  last_seen_at timestamp(3) with time zone not null,
  http_status smallint,
  effective_status smallint,
  is_good boolean not null,
  quality_reasons text[] not null default '{}'::text[],
  hash bytea not null,
  text_hash bytea not null,
  text_blob bytea,
  extractor smallint not null,
  scanned integer not null default 0,
  size integer not null,
  title text,
  content_type text,
  charset text,
  headers jsonb not null default '[]'::jsonb,
  hops jsonb not null default '[]'::jsonb,
  final_url text not null,
  hits integer not null default 0,
  is_lost boolean not null default false,
  is_replaced boolean not null default false,
  reader_version smallint not null default 0,
  text_counts jsonb,
  archive_id bigint,
  constraint page_version_archive_id_fkey FOREIGN KEY (archive_id) REFERENCES page_archive(id),
  constraint page_version_hash_fkey FOREIGN KEY (hash) REFERENCES blob(hash),
  constraint page_version_og_id_page_id_fkey FOREIGN KEY (og_id, page_id) REFERENCES page(og_id, id) ON DELETE CASCADE,
  constraint page_version_pkey PRIMARY KEY (og_id, page_id, id),
  constraint page_version_text_blob_fkey FOREIGN KEY (text_blob) REFERENCES blob(hash)
);
CREATE INDEX page_version_archive_idx ON public.page_version USING btree (archive_id) WHERE (archive_id IS NOT NULL);
CREATE INDEX page_version_hash_idx ON public.page_version USING btree (hash);
CREATE INDEX page_version_id_idx ON public.page_version USING btree (id);
CREATE INDEX page_version_reader_version_idx ON public.page_version USING btree (reader_version, id) WHERE (text_blob IS NOT NULL);
CREATE INDEX page_version_replaced_idx ON public.page_version USING btree (fetched_at, id) WHERE is_replaced;
CREATE INDEX page_version_text_blob_idx ON public.page_version USING btree (text_blob) WHERE (text_blob IS NOT NULL);
CREATE TRIGGER page_version_loosens AFTER DELETE ON public.page_version REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION blob_loosened();
CREATE TRIGGER page_version_search_archived AFTER INSERT ON public.page_version FOR EACH ROW WHEN ((new.archive_id IS NOT NULL)) EXECUTE FUNCTION search_after_version_text();
CREATE TRIGGER page_version_search_delete AFTER DELETE ON public.page_version REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION search_after_version_delete();
CREATE TRIGGER page_version_search_text AFTER UPDATE OF text_blob ON public.page_version FOR EACH ROW WHEN ((old.text_blob IS DISTINCT FROM new.text_blob)) EXECUTE FUNCTION search_after_version_text();

-- A passkey of a user
create table passkey (
  id bigint not null generated always as identity,
  user_id bigint not null,
  name text not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}'::text[],
  is_synced boolean not null,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  constraint passkey_pkey PRIMARY KEY (id),
  constraint passkey_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX passkey_credential_key ON public.passkey USING btree (credential_id);
CREATE INDEX passkey_user_idx ON public.passkey USING btree (user_id);

-- Persons
create table person (
  id bigint not null generated always as identity,
  rev integer not null default 1,
  name text not null,
  aliases text[] not null default '{}'::text[],
  icon text,
  birth_time text,
  "desc" text,
  desc_sum text,
  "position" text,
  work_state text,
  education jsonb not null default '[]'::jsonb,
  region text,
  score smallint not null default 0,
  labels text[] not null default '{}'::text[],
  website text,
  wiki text,
  twitter text,
  facebook text,
  phone_number text,
  mail text,
  og_names text[] not null default '{}'::text[],
  is_focus boolean not null default false,
  external_id text,
  is_demo boolean not null default false,
  owner bigint,
  read_user bigint[] not null default '{}'::bigint[],
  write_user bigint[] not null default '{}'::bigint[],
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  merged_into bigint,
  name_key text not null generated always as (search_key(VARIADIC ARRAY[name, text_of(aliases), COALESCE(external_id, ''::text)])) stored,
  name_grams text[] not null generated always as (wide_grams(search_key(VARIADIC ARRAY[name, text_of(aliases)]))) stored,
  identifiers jsonb not null default '[]'::jsonb,
  contacts jsonb not null default '[]'::jsonb,
  custom jsonb not null default '{}'::jsonb,
  alias_notes jsonb not null default '[]'::jsonb,
  gender text,
  death_time text,
  picture text,
  constraint person_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES person(id) ON DELETE SET NULL,
  constraint person_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint person_pkey PRIMARY KEY (id),
  constraint person_region_check CHECK ((region ~ '^[A-Z]{2}$'::text)),
  constraint person_score_check CHECK (((score >= 0) AND (score <= 100)))
);
CREATE INDEX person_closed_count_idx ON public.person USING btree (is_focus) WHERE ((deleted_at IS NULL) AND (read_user <> '{}'::bigint[]));
CREATE INDEX person_closed_id_idx ON public.person USING btree (id) INCLUDE (owner, read_user, write_user) WHERE ((deleted_at IS NULL) AND (read_user <> '{}'::bigint[]));
CREATE INDEX person_created_at_idx ON public.person USING btree (created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX person_custom_idx ON public.person USING gin (custom jsonb_path_ops) WHERE (custom <> '{}'::jsonb);
CREATE INDEX person_deleted_at_idx ON public.person USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX person_deleted_id_idx ON public.person USING btree (id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX person_external_id_idx ON public.person USING btree (external_id) WHERE ((deleted_at IS NULL) AND (external_id IS NOT NULL));
CREATE INDEX person_identifiers_idx ON public.person USING gin (identifier_keys(identifiers)) WHERE (identifiers <> '[]'::jsonb);
CREATE INDEX person_is_demo_idx ON public.person USING btree (id) WHERE is_demo;
CREATE INDEX person_is_focus_idx ON public.person USING btree (is_focus DESC, updated_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX person_labels_idx ON public.person USING gin (labels) WHERE (labels <> '{}'::text[]);
CREATE INDEX person_mail_idx ON public.person USING btree (lower(mail)) WHERE ((deleted_at IS NULL) AND (mail IS NOT NULL));
CREATE INDEX person_merged_into_idx ON public.person USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX person_name_grams_idx ON public.person USING gin (name_grams) WITH (fastupdate='on', gin_pending_list_limit='64');
CREATE INDEX person_name_idx ON public.person USING btree (name, id) WHERE (deleted_at IS NULL);
CREATE INDEX person_name_key_idx ON public.person USING gin (name_key gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='64');
CREATE INDEX person_name_match_idx ON public.person USING btree (lower(NORMALIZE(name, NFKC))) WHERE (deleted_at IS NULL);
CREATE INDEX person_og_names_idx ON public.person USING gin (og_names) WHERE (og_names <> '{}'::text[]);
CREATE INDEX person_open_count_idx ON public.person USING btree (is_focus) WHERE ((deleted_at IS NULL) AND (read_user = '{}'::bigint[]));
CREATE INDEX person_owner_idx ON public.person USING btree (owner);
CREATE INDEX person_region_idx ON public.person USING btree (region, updated_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX person_restricted_idx ON public.person USING gin ((((read_user || write_user) || owner))) WITH (fastupdate=off) WHERE ((deleted_at IS NULL) AND (read_user <> '{}'::bigint[]));
CREATE INDEX person_score_idx ON public.person USING btree (score DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX person_updated_at_idx ON public.person USING btree (updated_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE TRIGGER person_change_delete AFTER DELETE ON public.person REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes();
CREATE TRIGGER person_change_insert AFTER INSERT ON public.person REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes();
CREATE TRIGGER person_change_mark AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.person FOR EACH STATEMENT EXECUTE FUNCTION raise_change_mark();
CREATE TRIGGER person_change_truncate AFTER TRUNCATE ON public.person FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes();
CREATE TRIGGER person_change_update AFTER UPDATE ON public.person REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes();
CREATE TRIGGER person_check_facts AFTER UPDATE ON public.person REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION record_check_facts();
CREATE TRIGGER person_claim_delete AFTER DELETE ON public.person REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION claim_after_delete();
CREATE TRIGGER person_duplicate_insert AFTER INSERT ON public.person REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION duplicate_record_inserted();
CREATE TRIGGER person_duplicate_update AFTER UPDATE ON public.person REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION duplicate_record_updated();
CREATE TRIGGER person_external_key_delete AFTER DELETE ON public.person REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION external_key_after_delete();
CREATE TRIGGER person_fact_check_delete AFTER DELETE ON public.person REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION fact_check_after_delete();
CREATE TRIGGER person_name_delete AFTER DELETE ON public.person FOR EACH ROW WHEN ((old.deleted_at IS NULL)) EXECUTE FUNCTION note_name_change();
CREATE TRIGGER person_name_insert AFTER INSERT ON public.person FOR EACH STATEMENT EXECUTE FUNCTION note_name_change();
CREATE TRIGGER person_name_update AFTER UPDATE OF name, aliases, deleted_at ON public.person FOR EACH ROW WHEN ((((old.name IS DISTINCT FROM new.name) OR (old.aliases IS DISTINCT FROM new.aliases)) OR ((old.deleted_at IS NULL) IS DISTINCT FROM (new.deleted_at IS NULL)))) EXECUTE FUNCTION note_name_change();
CREATE TRIGGER person_screening_delete AFTER DELETE ON public.person REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION screening_gone();
CREATE TRIGGER person_screening_insert AFTER INSERT ON public.person REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION screening_inserted();
CREATE TRIGGER person_screening_update AFTER UPDATE ON public.person REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION screening_person_changed();
CREATE TRIGGER person_search_delete AFTER DELETE ON public.person REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION search_after_delete();
CREATE TRIGGER person_search_insert AFTER INSERT ON public.person REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION search_after_insert();
CREATE TRIGGER person_search_update AFTER UPDATE ON public.person REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION search_after_update();

-- Processes of this console and when each was last heard
create table process_beat (
  id bigint not null generated always as identity,
  kind text not null,
  host text not null,
  pid integer not null,
  version text not null,
  started_at timestamp(3) with time zone not null default clock_timestamp(),
  last_at timestamp with time zone not null default clock_timestamp(),
  constraint process_beat_kind_check CHECK ((kind = ANY (ARRAY['api'::text, 'worker'::text]))),
  constraint process_beat_pkey PRIMARY KEY (id)
);

-- A private address at which a program matches names with its owner’s present rights
create table reconcile_address (
  id bigint not null generated always as identity,
  user_id bigint not null,
  name text not null,
  token_hash bytea not null,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  constraint reconcile_address_pkey PRIMARY KEY (id),
  constraint reconcile_address_token_hash_key UNIQUE (token_hash),
  constraint reconcile_address_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX reconcile_address_user_idx ON public.reconcile_address USING btree (user_id);

-- Which organisations, persons and events were written in the last minutes, by which transaction
create table record_change (
  noun text not null,
  xid xid8 not null default pg_current_xact_id(),
  record_id bigint
);
CREATE INDEX record_change_idx ON public.record_change USING btree (noun, xid);

-- From which transaction on changes of records are known
create table record_change_term (
  is_one boolean not null default true,
  kept_from xid8 not null,
  next xid8 not null,
  constraint record_change_term_is_one_check CHECK (is_one),
  constraint record_change_term_pkey PRIMARY KEY (is_one)
);

-- Last visit of a user to a record, and the visit before
create table record_visit (
  user_id bigint not null,
  noun text not null,
  record_id bigint not null,
  at timestamp(3) with time zone not null,
  before_at timestamp(3) with time zone,
  constraint record_visit_pkey PRIMARY KEY (user_id, noun, record_id),
  constraint record_visit_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);

-- A recovery code of a user, for use once
create table recovery_code (
  user_id bigint not null,
  code_hash bytea not null,
  constraint recovery_code_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);

-- A relation of two persons, kept once
create table relation (
  id bigint not null generated always as identity,
  from_id bigint not null,
  to_id bigint not null,
  type text not null,
  "desc" text,
  start_time text,
  end_time text,
  constraint relation_check CHECK ((from_id <> to_id)),
  constraint relation_from_id_fkey FOREIGN KEY (from_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint relation_pkey PRIMARY KEY (id),
  constraint relation_to_id_fkey FOREIGN KEY (to_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX relation_key ON public.relation USING btree (from_id, to_id, type, COALESCE(start_time, ''::text));
CREATE INDEX relation_to_idx ON public.relation USING btree (to_id, from_id);
CREATE CONSTRAINT TRIGGER relation_claim_delete AFTER DELETE ON public.relation DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION link_claim_after_delete();

-- Reports
create table report (
  id bigint not null generated always as identity,
  rev integer not null default 1,
  number text not null,
  title text not null,
  summary text,
  labels text[] not null default '{}'::text[],
  status report_status not null default 'draft'::report_status,
  version integer not null default 0,
  author bigint,
  reviewer bigint,
  published_version integer,
  published_at timestamp(3) with time zone,
  published_by bigint,
  published_title text,
  published_summary text,
  published_labels text[] not null default '{}'::text[],
  owner bigint,
  read_user bigint[] not null default '{}'::bigint[],
  write_user bigint[] not null default '{}'::bigint[],
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  published_place timestamp with time zone not null generated always as (COALESCE(published_at, '-infinity'::timestamp with time zone)) stored,
  name_key text not null generated always as (search_key(VARIADIC ARRAY[title, number])) stored,
  name_grams text[] not null generated always as (wide_grams(search_key(VARIADIC ARRAY[title]))) stored,
  published_key text not null generated always as (search_key(VARIADIC ARRAY[COALESCE(published_title, ''::text), number])) stored,
  published_grams text[] not null generated always as (wide_grams(search_key(VARIADIC ARRAY[COALESCE(published_title, ''::text)]))) stored,
  marking text,
  constraint report_author_fkey FOREIGN KEY (author) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint report_check CHECK (((published_version IS NULL) = (published_at IS NULL))),
  constraint report_check1 CHECK (((published_version IS NOT NULL) OR (status = ANY (ARRAY['draft'::report_status, 'review'::report_status])))),
  constraint report_number_key UNIQUE (number),
  constraint report_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint report_pkey PRIMARY KEY (id),
  constraint report_published_by_fkey FOREIGN KEY (published_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint report_reviewer_fkey FOREIGN KEY (reviewer) REFERENCES "user"(id) ON DELETE SET NULL
);
CREATE INDEX report_author_idx ON public.report USING btree (author);
CREATE INDEX report_created_at_idx ON public.report USING btree (created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX report_deleted_at_idx ON public.report USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX report_labels_idx ON public.report USING gin (labels) WHERE (labels <> '{}'::text[]);
CREATE INDEX report_name_grams_idx ON public.report USING gin (name_grams) WITH (fastupdate=off);
CREATE INDEX report_name_key_idx ON public.report USING gin (name_key gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX report_owner_idx ON public.report USING btree (owner);
CREATE INDEX report_published_by_idx ON public.report USING btree (published_by);
CREATE INDEX report_published_grams_idx ON public.report USING gin (published_grams) WITH (fastupdate=off);
CREATE INDEX report_published_idx ON public.report USING btree (published_place DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX report_published_key_idx ON public.report USING gin (published_key gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX report_reviewer_idx ON public.report USING btree (reviewer);
CREATE INDEX report_status_idx ON public.report USING btree (status, updated_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX report_title_idx ON public.report USING btree (title, id) WHERE (deleted_at IS NULL);
CREATE INDEX report_updated_at_idx ON public.report USING btree (updated_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE TRIGGER refuse_struck BEFORE UPDATE OF status ON public.report FOR EACH ROW WHEN (((new.status = 'published'::report_status) AND (old.status <> 'published'::report_status))) EXECUTE FUNCTION refuse_struck();
CREATE TRIGGER report_search_delete AFTER DELETE ON public.report REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION search_after_delete();
CREATE TRIGGER report_search_insert AFTER INSERT ON public.report REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION search_after_insert();
CREATE TRIGGER report_search_update AFTER UPDATE ON public.report REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION search_after_update();
CREATE TRIGGER report_search_withdraw AFTER UPDATE ON public.report REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION search_after_publishing();
CREATE TRIGGER report_text_delete AFTER DELETE ON public.report REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION report_text_deleted();
CREATE TRIGGER report_text_insert AFTER INSERT ON public.report REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION report_text_inserted();
CREATE TRIGGER report_text_truncate AFTER TRUNCATE ON public.report FOR EACH STATEMENT EXECUTE FUNCTION report_text_truncated();
CREATE TRIGGER report_text_update AFTER UPDATE OF version ON public.report FOR EACH ROW WHEN ((old.version IS DISTINCT FROM new.version)) EXECUTE FUNCTION report_text_changed();

-- Remarks at a place of a report
create table report_comment (
  id bigint not null generated always as identity,
  report_id bigint not null,
  author bigint,
  content text not null,
  quote text,
  reply_to bigint,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  resolved_at timestamp(3) with time zone,
  resolved_by bigint,
  constraint report_comment_author_fkey FOREIGN KEY (author) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint report_comment_pkey PRIMARY KEY (id),
  constraint report_comment_reply_to_fkey FOREIGN KEY (reply_to) REFERENCES report_comment(id) ON DELETE CASCADE,
  constraint report_comment_report_id_fkey FOREIGN KEY (report_id) REFERENCES report(id) ON DELETE CASCADE,
  constraint report_comment_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES "user"(id) ON DELETE SET NULL
);
CREATE INDEX report_comment_author_idx ON public.report_comment USING btree (author);
CREATE INDEX report_comment_open_idx ON public.report_comment USING btree (report_id) WHERE ((resolved_at IS NULL) AND (reply_to IS NULL));
CREATE INDEX report_comment_reply_idx ON public.report_comment USING btree (reply_to) WHERE (reply_to IS NOT NULL);
CREATE INDEX report_comment_report_idx ON public.report_comment USING btree (report_id, id);
CREATE INDEX report_comment_resolved_by_idx ON public.report_comment USING btree (resolved_by);
CREATE TRIGGER report_comment_text_delete AFTER DELETE ON public.report_comment REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION report_comment_text_deleted();
CREATE TRIGGER report_comment_text_insert AFTER INSERT ON public.report_comment REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION report_comment_text_inserted();
CREATE TRIGGER report_comment_text_truncate AFTER TRUNCATE ON public.report_comment FOR EACH STATEMENT EXECUTE FUNCTION report_comment_text_truncated();
CREATE TRIGGER report_comment_text_update AFTER UPDATE OF content ON public.report_comment FOR EACH ROW WHEN ((old.content IS DISTINCT FROM new.content)) EXECUTE FUNCTION report_comment_text_changed();

-- What a writer has not saved yet
create table report_draft (
  report_id bigint not null,
  user_id bigint not null,
  base_rev integer not null,
  title text not null,
  summary text,
  body jsonb not null,
  saved_at timestamp(3) with time zone not null,
  constraint report_draft_pkey PRIMARY KEY (report_id, user_id),
  constraint report_draft_report_id_fkey FOREIGN KEY (report_id) REFERENCES report(id) ON DELETE CASCADE,
  constraint report_draft_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX report_draft_user_idx ON public.report_draft USING btree (user_id);

-- Which events a report is about, by being given, named or published
create table report_event (
  report_id bigint not null,
  event_id bigint not null,
  kind text not null,
  constraint report_event_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id) ON DELETE CASCADE,
  constraint report_event_kind_check CHECK ((kind = ANY (ARRAY['given'::text, 'named'::text, 'published'::text]))),
  constraint report_event_pkey PRIMARY KEY (report_id, event_id, kind),
  constraint report_event_report_id_fkey FOREIGN KEY (report_id) REFERENCES report(id) ON DELETE CASCADE
);
CREATE INDEX report_event_event_idx ON public.report_event USING btree (event_id, report_id);

-- What a report cites: it is never pruned
create table report_evidence (
  report_id bigint not null,
  noun text not null,
  record_id bigint not null,
  constraint report_evidence_noun_check CHECK ((noun = ANY (ARRAY['diff'::text, 'page_version'::text, 'upload'::text, 'event'::text]))),
  constraint report_evidence_pkey PRIMARY KEY (report_id, noun, record_id),
  constraint report_evidence_report_id_fkey FOREIGN KEY (report_id) REFERENCES report(id) ON DELETE CASCADE
);
CREATE INDEX report_evidence_record_idx ON public.report_evidence USING btree (noun, record_id);

-- The last number drawn in a year
create table report_number (
  year integer not null,
  last integer not null,
  constraint report_number_pkey PRIMARY KEY (year)
);

-- Which organisations a report is about, by being given, named or published
create table report_og (
  report_id bigint not null,
  og_id bigint not null,
  kind text not null,
  constraint report_og_kind_check CHECK ((kind = ANY (ARRAY['given'::text, 'named'::text, 'published'::text]))),
  constraint report_og_og_id_fkey FOREIGN KEY (og_id) REFERENCES og(id) ON DELETE CASCADE,
  constraint report_og_pkey PRIMARY KEY (report_id, og_id, kind),
  constraint report_og_report_id_fkey FOREIGN KEY (report_id) REFERENCES report(id) ON DELETE CASCADE
);
CREATE INDEX report_og_og_idx ON public.report_og USING btree (og_id, report_id);
CREATE TRIGGER report_og_search_delete AFTER DELETE ON public.report_og REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION search_after_link('report', 'report_id');
CREATE TRIGGER report_og_search_insert AFTER INSERT ON public.report_og REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION search_after_link('report', 'report_id');

-- Which persons a report is about, by being given, named or published
create table report_person (
  report_id bigint not null,
  person_id bigint not null,
  kind text not null,
  constraint report_person_kind_check CHECK ((kind = ANY (ARRAY['given'::text, 'named'::text, 'published'::text]))),
  constraint report_person_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint report_person_pkey PRIMARY KEY (report_id, person_id, kind),
  constraint report_person_report_id_fkey FOREIGN KEY (report_id) REFERENCES report(id) ON DELETE CASCADE
);
CREATE INDEX report_person_person_idx ON public.report_person USING btree (person_id, report_id);
CREATE TRIGGER report_person_search_delete AFTER DELETE ON public.report_person REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION search_after_link('report', 'report_id');
CREATE TRIGGER report_person_search_insert AFTER INSERT ON public.report_person REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION search_after_link('report', 'report_id');

-- Who has a report open
create table report_presence (
  report_id bigint not null,
  user_id bigint not null,
  is_editing boolean not null,
  since timestamp(3) with time zone not null,
  seen_at timestamp(3) with time zone not null,
  constraint report_presence_pkey PRIMARY KEY (report_id, user_id),
  constraint report_presence_report_id_fkey FOREIGN KEY (report_id) REFERENCES report(id) ON DELETE CASCADE,
  constraint report_presence_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX report_presence_user_idx ON public.report_presence USING btree (user_id);

-- How reports and profiles look as files, one row
create table report_template (
  is_only boolean not null default true,
  rev integer not null default 1,
  organisation text not null default ''::text,
  markings text[] not null default '{}'::text[],
  marking text,
  color text not null,
  logo text,
  updated_at timestamp(3) with time zone not null,
  updated_by bigint,
  constraint report_template_is_only_check CHECK (is_only),
  constraint report_template_pkey PRIMARY KEY (is_only),
  constraint report_template_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES "user"(id) ON DELETE SET NULL
);

-- The text of a report as it was saved
create table report_version (
  report_id bigint not null,
  number integer not null,
  title text not null,
  summary text,
  body jsonb not null,
  plain_text text not null,
  length integer not null,
  saved_by bigint,
  saved_at timestamp(3) with time zone not null,
  published_at timestamp(3) with time zone,
  constraint report_version_pkey PRIMARY KEY (report_id, number),
  constraint report_version_report_id_fkey FOREIGN KEY (report_id) REFERENCES report(id) ON DELETE CASCADE,
  constraint report_version_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES "user"(id) ON DELETE SET NULL
);
CREATE INDEX report_version_saved_by_idx ON public.report_version USING btree (saved_by);
CREATE TRIGGER report_version_text_update AFTER UPDATE OF title, summary, plain_text ON public.report_version FOR EACH ROW WHEN ((((old.title IS DISTINCT FROM new.title) OR (old.summary IS DISTINCT FROM new.summary)) OR (old.plain_text IS DISTINCT FROM new.plain_text))) EXECUTE FUNCTION report_version_text_changed();

-- How many days the records of a noun are kept, where an administrator said so, and what that removed
create table retention (
  noun text not null,
  days integer,
  updated_at timestamp(3) with time zone not null default now(),
  updated_by bigint,
  ran_at timestamp(3) with time zone,
  removed bigint not null default 0,
  constraint retention_days_check CHECK (((days >= 1) AND (days <= 36500))),
  constraint retention_pkey PRIMARY KEY (noun)
);

-- One crawl of a site, from its start to its end
create table round (
  og_id bigint not null,
  number integer not null,
  state round_state not null default 'running'::round_state,
  cause round_cause not null,
  user_id bigint,
  started_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  deadline_at timestamp(3) with time zone not null,
  found integer not null default 0,
  fetched integer not null default 0,
  unchanged integer not null default 0,
  changed integer not null default 0,
  added integer not null default 0,
  removed integer not null default 0,
  failed integer not null default 0,
  refused integer not null default 0,
  bytes bigint not null default 0,
  reasons jsonb not null default '{}'::jsonb,
  end_reason text,
  constraint round_og_id_fkey FOREIGN KEY (og_id) REFERENCES og(id) ON DELETE CASCADE,
  constraint round_pkey PRIMARY KEY (og_id, number),
  constraint round_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE SET NULL
);
CREATE INDEX round_ended_idx ON public.round USING btree (ended_at DESC) WHERE (ended_at IS NOT NULL);
CREATE UNIQUE INDEX round_open_key ON public.round USING btree (og_id) WHERE (state = ANY (ARRAY['running'::round_state, 'stopping'::round_state, 'stopped'::round_state]));

-- A search that tells of new results
create table saved_search (
  id bigint not null generated always as identity,
  owner bigint not null,
  name text not null,
  query jsonb not null,
  is_notifying boolean not null default false,
  checked_at timestamp(3) with time zone not null,
  seen_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  constraint saved_search_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE CASCADE,
  constraint saved_search_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX saved_search_name_key ON public.saved_search USING btree (owner, lower(name));

-- What a saved search has told of
create table saved_search_hit (
  saved_search_id bigint not null,
  noun text not null,
  record_id bigint not null,
  found_at timestamp(3) with time zone not null,
  constraint saved_search_hit_pkey PRIMARY KEY (saved_search_id, noun, record_id),
  constraint saved_search_hit_saved_search_id_fkey FOREIGN KEY (saved_search_id) REFERENCES saved_search(id) ON DELETE CASCADE
);

-- Views of lists that users saved
create table saved_view (
  id bigint not null generated always as identity,
  rev integer not null default 1,
  noun text not null,
  name text not null,
  scope text not null,
  roles user_role[] not null default '{}'::user_role[],
  state jsonb not null,
  owner bigint,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  groups bigint[] not null default '{}'::bigint[],
  constraint saved_view_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE CASCADE,
  constraint saved_view_pkey PRIMARY KEY (id),
  constraint saved_view_scope_check CHECK ((scope = ANY (ARRAY['private'::text, 'role'::text, 'group'::text, 'shared'::text])))
);
CREATE UNIQUE INDEX saved_view_name_key ON public.saved_view USING btree (owner, noun, lower(name));
CREATE INDEX saved_view_noun_idx ON public.saved_view USING btree (noun);

-- A credential with which an identity provider provisions users and groups
create table scim_credential (
  id bigint not null generated always as identity,
  provider_id bigint not null,
  name text not null,
  token_hash bytea not null,
  hint text not null,
  new_role user_role not null default 'reader'::user_role,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  constraint scim_credential_pkey PRIMARY KEY (id),
  constraint scim_credential_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES identity_provider(id) ON DELETE CASCADE
);
CREATE INDEX scim_credential_provider_idx ON public.scim_credential USING btree (provider_id);
CREATE UNIQUE INDEX scim_credential_token_key ON public.scim_credential USING btree (token_hash);

-- A group that an identity provider provisions
create table scim_group (
  provider_id bigint not null,
  group_id bigint not null,
  display_name text not null,
  external_id text,
  is_linked boolean not null,
  rev integer not null default 1,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  constraint scim_group_group_id_fkey FOREIGN KEY (group_id) REFERENCES user_group(id) ON DELETE CASCADE,
  constraint scim_group_pkey PRIMARY KEY (provider_id, group_id),
  constraint scim_group_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES identity_provider(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX scim_group_external_key ON public.scim_group USING btree (provider_id, external_id) WHERE ((external_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX scim_group_group_idx ON public.scim_group USING btree (group_id);
CREATE UNIQUE INDEX scim_group_name_key ON public.scim_group USING btree (provider_id, lower(display_name)) WHERE (deleted_at IS NULL);

-- What an identity provider states about a user whom it provisions
create table scim_user (
  provider_id bigint not null,
  user_id bigint not null,
  user_name text not null,
  external_id text,
  stated jsonb not null,
  is_active boolean not null,
  rev integer not null default 1,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  constraint scim_user_pkey PRIMARY KEY (provider_id, user_id),
  constraint scim_user_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES identity_provider(id) ON DELETE CASCADE,
  constraint scim_user_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX scim_user_external_key ON public.scim_user USING btree (provider_id, external_id) WHERE ((external_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE UNIQUE INDEX scim_user_name_key ON public.scim_user USING btree (provider_id, lower(user_name)) WHERE (deleted_at IS NULL);
CREATE INDEX scim_user_user_idx ON public.scim_user USING btree (user_id);

-- How far records are compared with a list: up to which version, and within the next one up to which record
create table screened_list (
  list_id bigint not null,
  version integer,
  cursor jsonb,
  rule integer not null default 0,
  screened_at timestamp(3) with time zone,
  engine integer not null default 0,
  constraint screened_list_list_id_fkey FOREIGN KEY (list_id) REFERENCES list(id) ON DELETE CASCADE,
  constraint screened_list_pkey PRIMARY KEY (list_id)
);

-- The state in which a record was compared with all lists, and with which versions; newer versions have compared it since as screened_list says
create table screened_record (
  noun text not null,
  record_id bigint not null,
  digest uuid not null,
  basis bigint not null,
  screened_at timestamp(3) with time zone not null,
  uncompared jsonb,
  constraint screened_record_basis_fkey FOREIGN KEY (basis) REFERENCES screening_basis(id),
  constraint screened_record_noun_check CHECK ((noun = ANY (ARRAY['og'::text, 'person'::text]))),
  constraint screened_record_pkey PRIMARY KEY (noun, record_id)
);

-- A record that may be an entry of a list, and what was decided of the pair
create table screening (
  id bigint not null generated always as identity,
  rev integer not null default 1,
  list_id bigint not null,
  entry_key text not null,
  entry_id bigint not null,
  noun text not null,
  record_id bigint not null,
  score real not null,
  features jsonb not null,
  party jsonb not null,
  entry_party jsonb not null,
  state text not null default 'open'::text,
  reason text,
  note text,
  decided_by bigint,
  decided_at timestamp(3) with time zone,
  decided_party jsonb,
  decided_entry jsonb,
  reopened text[] not null default '{}'::text[],
  is_gone boolean not null default false,
  seen integer not null,
  found_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  decided_state text,
  applied jsonb,
  decided_rule integer,
  before jsonb,
  constraint screening_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint screening_decided_state_check CHECK ((decided_state = ANY (ARRAY['proposed'::text, 'unsure'::text, 'same'::text, 'different'::text]))),
  constraint screening_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES list_entry(id) ON DELETE CASCADE,
  constraint screening_list_id_entry_key_noun_record_id_key UNIQUE (list_id, entry_key, noun, record_id),
  constraint screening_list_id_fkey FOREIGN KEY (list_id) REFERENCES list(id) ON DELETE CASCADE,
  constraint screening_noun_check CHECK ((noun = ANY (ARRAY['og'::text, 'person'::text]))),
  constraint screening_pkey PRIMARY KEY (id),
  constraint screening_state_check CHECK ((state = ANY (ARRAY['open'::text, 'same'::text, 'different'::text, 'unsure'::text, 'proposed'::text])))
);
CREATE INDEX screening_decided_at_idx ON public.screening USING btree (decided_at) WHERE (decided_at IS NOT NULL);
CREATE INDEX screening_decided_by_idx ON public.screening USING btree (decided_by);
CREATE INDEX screening_entry_idx ON public.screening USING btree (entry_id);
CREATE INDEX screening_found_idx ON public.screening USING btree (found_at DESC, id DESC);
CREATE INDEX screening_record_idx ON public.screening USING btree (noun, record_id);
CREATE INDEX screening_state_idx ON public.screening USING btree (state, score DESC, id);

-- The versions of all lists, and of the rule, with which records were compared whole
create table screening_basis (
  id bigint not null generated always as identity,
  rule integer not null,
  lists jsonb not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint screening_basis_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX screening_basis_key ON public.screening_basis USING btree (rule, md5((lists)::text));

-- A file of names that is compared with lists, its owner’s alone
create table screening_file (
  id bigint not null generated always as identity,
  owner bigint not null,
  state text not null,
  step integer not null default 0,
  file_name text not null,
  file_key text,
  size bigint not null,
  sha256 text,
  format text,
  encoding text,
  columns text[] not null default '{}'::text[],
  width integer not null default 0,
  sample jsonb not null default '[]'::jsonb,
  plan jsonb not null,
  row_count integer not null default 0,
  progress integer not null default 0,
  counts jsonb not null,
  lists jsonb not null default '[]'::jsonb,
  rule_version integer not null default 0,
  strong double precision not null default 0,
  error text,
  locale text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  layout jsonb,
  uncompared integer not null default 0,
  seen jsonb not null default '[]'::jsonb,
  unread jsonb not null default '[]'::jsonb,
  constraint screening_file_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE CASCADE,
  constraint screening_file_pkey PRIMARY KEY (id),
  constraint screening_file_state_check CHECK ((state = ANY (ARRAY['reading'::text, 'mapping'::text, 'screening'::text, 'done'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX screening_file_owner_idx ON public.screening_file USING btree (owner, id DESC);
CREATE INDEX screening_file_updated_at_idx ON public.screening_file USING btree (updated_at);

-- A row of a file of names, and which entries of lists it may be
create table screening_file_row (
  file_id bigint not null,
  n integer not null,
  cells text[] not null,
  result text,
  score real,
  hits jsonb not null default '[]'::jsonb,
  hit_count integer not null default 0,
  fault text,
  notes text[] not null default '{}'::text[],
  constraint screening_file_row_file_id_fkey FOREIGN KEY (file_id) REFERENCES screening_file(id) ON DELETE CASCADE,
  constraint screening_file_row_pkey PRIMARY KEY (file_id, n),
  constraint screening_file_row_result_check CHECK ((result = ANY (ARRAY['strong'::text, 'possible'::text, 'none'::text, 'wrong'::text])))
);
CREATE INDEX screening_file_row_score_idx ON public.screening_file_row USING btree (file_id, score DESC NULLS LAST, n);

-- Records of which something changed that lists are compared with; is_behind: after all others
create table screening_queue (
  id bigint not null generated always as identity,
  noun text not null,
  record_id bigint not null,
  queued_at timestamp(3) with time zone not null default now(),
  is_behind boolean not null default false,
  constraint screening_queue_pkey PRIMARY KEY (id)
);
CREATE INDEX screening_queue_record_idx ON public.screening_queue USING btree (noun, record_id);
CREATE INDEX screening_queue_turn_idx ON public.screening_queue USING btree (is_behind, id);

-- How pairs of records and entries are scored, by version; the last one holds
create table screening_rule (
  version integer not null,
  threshold real,
  strong real,
  weights jsonb not null default '{}'::jsonb,
  set_at timestamp(3) with time zone not null,
  set_by bigint,
  constraint screening_rule_pkey PRIMARY KEY (version),
  constraint screening_rule_set_by_fkey FOREIGN KEY (set_by) REFERENCES "user"(id) ON DELETE SET NULL
);
CREATE INDEX screening_rule_set_by_idx ON public.screening_rule USING btree (set_by);

-- All that can be found, one row a record, page version or piece of an upload, with whom it is open to
create table search_entry (
  noun text not null,
  record_id bigint not null,
  part bigint not null default 0,
  og_id bigint,
  owner bigint,
  readers bigint[],
  is_hidden boolean not null default false,
  is_newest boolean not null default true,
  weight smallint not null default 0,
  region text,
  at timestamp(3) with time zone not null,
  written_at timestamp(3) with time zone not null,
  title text not null,
  aliases text[] not null default '{}'::text[],
  subtitle text,
  names text not null,
  sounds text not null default ''::text,
  body text not null,
  words tsvector not null,
  constraint search_entry_pkey PRIMARY KEY (noun, record_id, part)
);
CREATE INDEX search_entry_og_idx ON public.search_entry USING btree (og_id) WHERE (og_id IS NOT NULL);
CREATE INDEX search_entry_sample_64_idx ON public.search_entry USING gin (words) WITH (fastupdate=off) WHERE (((record_id >> 4) & (63)::bigint) = 0);
CREATE INDEX search_entry_words_idx ON public.search_entry USING gin (words) WITH (fastupdate=off);
CREATE INDEX search_entry_written_idx ON public.search_entry USING btree (written_at);
CREATE TRIGGER search_entry_names_delete AFTER DELETE ON public.search_entry REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION search_names_after_delete();

-- Names of what can be found, folded for likeness and sound
create table search_name (
  noun text not null,
  record_id bigint not null,
  part bigint not null,
  kind text not null,
  key text not null,
  constraint search_name_kind_check CHECK ((kind = ANY (ARRAY['name'::text, 'alias'::text, 'word'::text, 'pinyin'::text, 'initials'::text, 'identifier'::text]))),
  constraint search_name_pkey PRIMARY KEY (noun, record_id, part, kind, key)
);
CREATE INDEX search_name_key_idx ON public.search_name USING btree (key);

-- Records whose entry is to be made anew
create table search_queue (
  id bigint not null generated always as identity,
  noun text not null,
  record_id bigint not null,
  is_bulk boolean not null default (COALESCE(current_setting('og.bulk'::text, true), ''::text) = 'on'::text),
  at timestamp(3) with time zone not null default now(),
  constraint search_queue_pkey PRIMARY KEY (is_bulk, id)
);
CREATE INDEX search_queue_record_idx ON public.search_queue USING btree (noun, record_id);

-- Sessions, by the hash of their token
create table session (
  id bigint not null generated always as identity,
  token_hash bytea not null,
  user_id bigint not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  address text not null,
  user_agent text not null,
  identity_id bigint,
  provider_session text,
  must_enrol boolean not null default false,
  confirmed_at timestamp(3) with time zone,
  constraint session_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES user_identity(id) ON DELETE CASCADE,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_token_hash_key UNIQUE (token_hash),
  constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX session_identity_idx ON public.session USING btree (identity_id) WHERE (identity_id IS NOT NULL);
CREATE INDEX session_user_id_idx ON public.session USING btree (user_id);

-- What a queue could not work off, why, and when it is tried again
create table set_aside (
  id bigint not null generated always as identity,
  queue text not null,
  key text not null,
  detail jsonb not null default '{}'::jsonb,
  error text not null,
  attempts integer not null default 1,
  first_at timestamp(3) with time zone not null,
  last_at timestamp(3) with time zone not null,
  next_at timestamp(3) with time zone,
  constraint set_aside_pkey PRIMARY KEY (id),
  constraint set_aside_queue_key_key UNIQUE (queue, key)
);
CREATE INDEX set_aside_last_idx ON public.set_aside USING btree (last_at DESC, id DESC);
CREATE INDEX set_aside_next_idx ON public.set_aside USING btree (next_at) WHERE (next_at IS NOT NULL);

-- Hashes of the texts that pages of a site share, from a round on
create table shared_text (
  og_id bigint not null,
  since integer not null,
  hashes bytea not null,
  constraint shared_text_og_id_fkey FOREIGN KEY (og_id) REFERENCES og(id) ON DELETE CASCADE,
  constraint shared_text_pkey PRIMARY KEY (og_id, since)
);

-- Hashes of the texts of some pages of a site, at most one page a slot
create table shared_text_sample (
  og_id bigint not null,
  slot smallint not null,
  rank integer not null,
  page_id bigint not null,
  round integer not null,
  hashes bytea not null,
  constraint shared_text_sample_og_id_page_id_fkey FOREIGN KEY (og_id, page_id) REFERENCES page(og_id, id) ON DELETE CASCADE,
  constraint shared_text_sample_pkey PRIMARY KEY (og_id, slot),
  constraint shared_text_sample_slot_check CHECK (((slot >= 0) AND (slot <= 127)))
);

-- The site of an organisation: schedule, filters, limits
create table site (
  og_id bigint not null,
  rev integer not null default 1,
  is_on boolean not null default false,
  cron text not null default '0 6 * * *'::text,
  zone text not null default 'Asia/Shanghai'::text,
  jitter_min smallint not null default 10,
  max_pages integer not null default 2000,
  max_depth smallint not null default 10,
  max_page_mb smallint not null default 10,
  max_round_mb integer not null default 2000,
  max_minutes integer not null default 240,
  delay_ms integer not null default 1000,
  is_rendered boolean not null default false,
  charset text,
  filter jsonb not null default '{"ignore": [], "exclude": [], "include": []}'::jsonb,
  next_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  visit_percent smallint not null default 100,
  asset_mb integer not null default 0,
  constraint site_og_id_fkey FOREIGN KEY (og_id) REFERENCES og(id) ON DELETE CASCADE,
  constraint site_pkey PRIMARY KEY (og_id)
);
CREATE INDEX site_next_at_idx ON public.site USING btree (next_at) WHERE is_on;

-- Who says so: a register, list, site, document, person or file, and how reliable it is
create table source (
  id bigint not null generated always as identity,
  rev integer not null default 1,
  name text not null,
  kind text not null default 'document'::text,
  reliability text not null default 'F'::text,
  priority smallint not null default 50,
  origin_id bigint,
  url text,
  licence text,
  note text,
  withdrawn_at timestamp(3) with time zone,
  withdrawn_reason text,
  is_demo boolean not null default false,
  owner bigint,
  read_user bigint[] not null default '{}'::bigint[],
  write_user bigint[] not null default '{}'::bigint[],
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  name_key text not null generated always as (search_key(VARIADIC ARRAY[name, COALESCE(url, ''::text)])) stored,
  name_grams text[] not null generated always as (wide_grams(search_key(VARIADIC ARRAY[name]))) stored,
  constraint source_kind_check CHECK ((kind = ANY (ARRAY['register'::text, 'list'::text, 'site'::text, 'document'::text, 'person'::text, 'file'::text, 'own'::text]))),
  constraint source_origin_check CHECK ((origin_id <> id)),
  constraint source_origin_id_fkey FOREIGN KEY (origin_id) REFERENCES source(id) ON DELETE SET NULL,
  constraint source_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint source_pkey PRIMARY KEY (id),
  constraint source_priority_check CHECK (((priority >= 0) AND (priority <= 100))),
  constraint source_reliability_check CHECK ((reliability = ANY (ARRAY['A'::text, 'B'::text, 'C'::text, 'D'::text, 'E'::text, 'F'::text])))
);
CREATE INDEX source_created_at_idx ON public.source USING btree (created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX source_deleted_at_idx ON public.source USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX source_is_demo_idx ON public.source USING btree (id) WHERE is_demo;
CREATE INDEX source_kind_idx ON public.source USING btree (kind, updated_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX source_name_grams_idx ON public.source USING gin (name_grams) WITH (fastupdate=off);
CREATE INDEX source_name_idx ON public.source USING btree (name, id) WHERE (deleted_at IS NULL);
CREATE INDEX source_name_key_idx ON public.source USING gin (name_key gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX source_name_match_idx ON public.source USING btree (lower(NORMALIZE(name, NFKC))) WHERE (deleted_at IS NULL);
CREATE INDEX source_origin_id_idx ON public.source USING btree (origin_id) WHERE (origin_id IS NOT NULL);
CREATE INDEX source_owner_idx ON public.source USING btree (owner);
CREATE INDEX source_updated_at_idx ON public.source USING btree (updated_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE TRIGGER source_check_facts AFTER UPDATE ON public.source REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION source_check_facts();
CREATE TRIGGER source_claim_keep AFTER DELETE ON public.source REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION claim_keeps_source();
CREATE TRIGGER source_search_delete AFTER DELETE ON public.source REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION search_after_delete();
CREATE TRIGGER source_search_insert AFTER INSERT ON public.source REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION search_after_insert();
CREATE TRIGGER source_search_update AFTER UPDATE ON public.source REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION search_after_update();

-- Facts of a withdrawn or reinstated source that are still to be worked out anew
create table source_check (
  source_id bigint not null,
  step integer not null default 0,
  after_id bigint not null default 0,
  done integer not null default 0,
  total integer not null,
  constraint source_check_pkey PRIMARY KEY (source_id),
  constraint source_check_source_id_fkey FOREIGN KEY (source_id) REFERENCES source(id) ON DELETE CASCADE
);

-- Settings of the console that differ from what they come with
create table system_setting (
  name text not null,
  value jsonb not null,
  updated_at timestamp(3) with time zone not null default now(),
  updated_by bigint,
  constraint system_setting_pkey PRIMARY KEY (name),
  constraint system_setting_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES "user"(id) ON DELETE SET NULL
);

-- A link that opens one file for a short time
create table ticket (
  token_hash bytea not null,
  user_id bigint not null,
  kind text not null,
  target_id bigint not null,
  expires_at timestamp(3) with time zone not null,
  since_id bigint,
  constraint ticket_pkey PRIMARY KEY (token_hash),
  constraint ticket_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX ticket_expires_at_idx ON public.ticket USING btree (expires_at);

-- A note on the timeline of a record
create table timeline_note (
  id bigint not null generated always as identity,
  rev integer not null default 1,
  og_id bigint,
  person_id bigint,
  at text not null,
  text text not null,
  owner bigint,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint timeline_note_check CHECK (((og_id IS NULL) OR (person_id IS NULL))),
  constraint timeline_note_og_id_fkey FOREIGN KEY (og_id) REFERENCES og(id) ON DELETE CASCADE,
  constraint timeline_note_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint timeline_note_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint timeline_note_pkey PRIMARY KEY (id)
);
CREATE INDEX timeline_note_og_idx ON public.timeline_note USING btree (og_id) WHERE (og_id IS NOT NULL);
CREATE INDEX timeline_note_owner_idx ON public.timeline_note USING btree (owner);
CREATE INDEX timeline_note_person_idx ON public.timeline_note USING btree (person_id) WHERE (person_id IS NOT NULL);
CREATE TRIGGER timeline_note_text_delete AFTER DELETE ON public.timeline_note REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION timeline_note_text_deleted();
CREATE TRIGGER timeline_note_text_insert AFTER INSERT ON public.timeline_note REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION timeline_note_text_inserted();
CREATE TRIGGER timeline_note_text_truncate AFTER TRUNCATE ON public.timeline_note FOR EACH STATEMENT EXECUTE FUNCTION timeline_note_text_truncated();
CREATE TRIGGER timeline_note_text_update AFTER UPDATE OF text ON public.timeline_note FOR EACH ROW WHEN ((old.text IS DISTINCT FROM new.text)) EXECUTE FUNCTION timeline_note_text_changed();

-- An access token of a user
create table token (
  id bigint not null generated always as identity,
  user_id bigint not null,
  name text not null,
  token_hash bytea not null,
  hint text not null,
  scopes text[] not null,
  addresses text[] not null default '{}'::text[],
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  created_by bigint,
  last_used_at timestamp(3) with time zone,
  last_address text,
  constraint token_created_by_fkey FOREIGN KEY (created_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint token_pkey PRIMARY KEY (id),
  constraint token_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX token_hash_key ON public.token USING btree (token_hash);
CREATE INDEX token_user_idx ON public.token USING btree (user_id);

-- An upload that is still coming in
create table transfer (
  id text not null,
  owner bigint not null,
  file_name text not null,
  size bigint not null,
  about jsonb not null,
  upload_id bigint,
  holder text,
  held_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  touched_at timestamp(3) with time zone not null,
  constraint transfer_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE CASCADE,
  constraint transfer_pkey PRIMARY KEY (id),
  constraint transfer_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES upload(id) ON DELETE CASCADE
);
CREATE INDEX transfer_owner_idx ON public.transfer USING btree (owner);
CREATE INDEX transfer_touched_at_idx ON public.transfer USING btree (touched_at);
CREATE INDEX transfer_upload_idx ON public.transfer USING btree (upload_id) WHERE (upload_id IS NOT NULL);

-- Parts of uploads under way, in a bucket
create table transfer_part (
  transfer_id text not null,
  at bigint not null,
  length integer not null,
  blob_key text not null,
  constraint transfer_part_length_check CHECK ((length > 0)),
  constraint transfer_part_pkey PRIMARY KEY (transfer_id, at),
  constraint transfer_part_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfer(id) ON DELETE CASCADE
);

-- Documents that were uploaded
create table upload (
  id bigint not null generated always as identity,
  rev integer not null default 1,
  title text not null,
  note text,
  source text,
  file_name text not null,
  sha256 text not null,
  size bigint not null,
  kind text,
  media_type text,
  status upload_status not null default 'received'::upload_status,
  failure text,
  flags text[] not null default '{}'::text[],
  text_length integer not null default 0,
  part_count integer not null default 0,
  hits integer not null default 0,
  step integer not null default 1,
  tries smallint not null default 0,
  touched_at timestamp(3) with time zone not null default now(),
  scanned integer,
  reason text,
  reviewer bigint,
  reviewed_at timestamp(3) with time zone,
  uploader bigint,
  owner bigint,
  read_user bigint[] not null default '{}'::bigint[],
  write_user bigint[] not null default '{}'::bigint[],
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  name_key text not null generated always as (search_key(VARIADIC ARRAY[title, file_name, COALESCE(source, ''::text), COALESCE(note, ''::text)])) stored,
  name_grams text[] not null generated always as (wide_grams(search_key(VARIADIC ARRAY[title, file_name, COALESCE(source, ''::text), COALESCE(note, ''::text)]))) stored,
  reader_version smallint not null default 0,
  text_counts jsonb,
  constraint upload_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint upload_pkey PRIMARY KEY (id),
  constraint upload_reviewer_fkey FOREIGN KEY (reviewer) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint upload_sha256_fkey FOREIGN KEY (sha256) REFERENCES upload_content(sha256),
  constraint upload_uploader_fkey FOREIGN KEY (uploader) REFERENCES "user"(id) ON DELETE SET NULL
);
CREATE INDEX upload_content_idx ON public.upload USING btree (sha256);
CREATE INDEX upload_created_at_idx ON public.upload USING btree (created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX upload_deleted_at_idx ON public.upload USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX upload_hits_idx ON public.upload USING btree (hits DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX upload_name_grams_idx ON public.upload USING gin (name_grams) WITH (fastupdate=off);
CREATE INDEX upload_name_key_idx ON public.upload USING gin (name_key gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX upload_owner_idx ON public.upload USING btree (owner, created_at DESC, id DESC);
CREATE INDEX upload_reader_version_idx ON public.upload USING btree (reader_version, id) WHERE (status <> ALL (ARRAY['received'::upload_status, 'processing'::upload_status]));
CREATE INDEX upload_scanned_idx ON public.upload USING btree (scanned) WHERE (part_count > 0);
CREATE INDEX upload_size_idx ON public.upload USING btree (size DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX upload_status_idx ON public.upload USING btree (status, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX upload_title_idx ON public.upload USING btree (title, id) WHERE (deleted_at IS NULL);
CREATE INDEX upload_updated_at_idx ON public.upload USING btree (updated_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX upload_waiting_idx ON public.upload USING btree (touched_at) WHERE (status = ANY (ARRAY['received'::upload_status, 'processing'::upload_status]));
CREATE TRIGGER upload_search_delete AFTER DELETE ON public.upload REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION search_after_delete();
CREATE TRIGGER upload_search_insert AFTER INSERT ON public.upload REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION search_after_insert();
CREATE TRIGGER upload_search_update AFTER UPDATE ON public.upload REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION search_after_update();

-- Bytes of uploads, each once, by their SHA-256
create table upload_content (
  sha256 text not null,
  size bigint not null,
  blob_key text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint upload_content_blob_key_key UNIQUE (blob_key),
  constraint upload_content_pkey PRIMARY KEY (sha256),
  constraint upload_content_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

-- Sensitive words found in an upload
create table upload_hit (
  upload_id bigint not null,
  word_id bigint not null,
  count integer not null,
  part integer not null,
  constraint upload_hit_pkey PRIMARY KEY (upload_id, word_id),
  constraint upload_hit_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES upload(id) ON DELETE CASCADE,
  constraint upload_hit_word_id_fkey FOREIGN KEY (word_id) REFERENCES word(id) ON DELETE CASCADE
);
CREATE INDEX upload_hit_word_idx ON public.upload_hit USING btree (word_id, upload_id);

-- Sender, addressees and thread of an upload that came by mail
create table upload_mail (
  upload_id bigint not null,
  mailbox_name text not null,
  from_address text not null,
  from_name text not null default ''::text,
  to_text text not null default ''::text,
  subject text not null default ''::text,
  sent_at timestamp(3) with time zone,
  received_at timestamp(3) with time zone,
  message_key text,
  refs text[] not null default '{}'::text[],
  thread bigint not null,
  constraint upload_mail_pkey PRIMARY KEY (upload_id),
  constraint upload_mail_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES upload(id) ON DELETE CASCADE
);
CREATE INDEX upload_mail_message_idx ON public.upload_mail USING btree (message_key) WHERE (message_key IS NOT NULL);
CREATE INDEX upload_mail_refs_idx ON public.upload_mail USING gin (refs);
CREATE INDEX upload_mail_thread_idx ON public.upload_mail USING btree (thread, upload_id);

-- Names of records found in an upload
create table upload_mention (
  upload_id bigint not null,
  noun text not null,
  record_id bigint not null,
  name text not null,
  count integer not null,
  part integer not null,
  certainty text not null default 'possible'::text,
  evidence jsonb,
  constraint upload_mention_certainty_check CHECK ((certainty = ANY (ARRAY['certain'::text, 'likely'::text, 'possible'::text]))),
  constraint upload_mention_noun_check CHECK ((noun = ANY (ARRAY['og'::text, 'person'::text]))),
  constraint upload_mention_pkey PRIMARY KEY (upload_id, noun, record_id),
  constraint upload_mention_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES upload(id) ON DELETE CASCADE
);
CREATE INDEX upload_mention_record_idx ON public.upload_mention USING btree (noun, record_id, upload_id);

-- Which organisations an upload is about
create table upload_og (
  upload_id bigint not null,
  og_id bigint not null,
  constraint upload_og_og_id_fkey FOREIGN KEY (og_id) REFERENCES og(id) ON DELETE CASCADE,
  constraint upload_og_pkey PRIMARY KEY (upload_id, og_id),
  constraint upload_og_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES upload(id) ON DELETE CASCADE
);
CREATE INDEX upload_og_og_idx ON public.upload_og USING btree (og_id, upload_id);
CREATE TRIGGER upload_og_search_delete AFTER DELETE ON public.upload_og REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION search_after_link('upload', 'upload_id');
CREATE TRIGGER upload_og_search_insert AFTER INSERT ON public.upload_og REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION search_after_link('upload', 'upload_id');

-- The text of an upload, in pieces
create table upload_part (
  upload_id bigint not null,
  number integer not null,
  name text,
  text text not null,
  constraint upload_part_pkey PRIMARY KEY (upload_id, number),
  constraint upload_part_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES upload(id) ON DELETE CASCADE
);

-- Which persons an upload is about
create table upload_person (
  upload_id bigint not null,
  person_id bigint not null,
  constraint upload_person_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint upload_person_pkey PRIMARY KEY (upload_id, person_id),
  constraint upload_person_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES upload(id) ON DELETE CASCADE
);
CREATE INDEX upload_person_person_idx ON public.upload_person USING btree (person_id, upload_id);
CREATE TRIGGER upload_person_search_delete AFTER DELETE ON public.upload_person REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION search_after_link('upload', 'upload_id');
CREATE TRIGGER upload_person_search_insert AFTER INSERT ON public.upload_person REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION search_after_link('upload', 'upload_id');

-- People who may sign in
create table "user" (
  id bigint not null generated always as identity,
  rev integer not null default 1,
  username text not null,
  password_hash text not null,
  name text not null default ''::text,
  avatar text,
  "desc" text not null default ''::text,
  email text not null default ''::text,
  phone text not null default ''::text,
  role user_role not null,
  status user_status not null default 'active'::user_status,
  setting jsonb not null default '{}'::jsonb,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  last_seen_at timestamp(3) with time zone,
  own_role user_role,
  group_keys bigint[] not null default '{}'::bigint[],
  is_service boolean not null default false,
  keeper bigint,
  constraint user_keeper_fkey FOREIGN KEY (keeper) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint user_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX user_username_key ON public."user" USING btree (lower(username));
CREATE TRIGGER user_claim_forget AFTER DELETE ON public."user" REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION claim_forget_user();
CREATE TRIGGER user_role BEFORE INSERT OR UPDATE OF role, own_role, group_keys ON public."user" FOR EACH ROW EXECUTE FUNCTION settle_user_role();

-- A group of users: on access lists, and optionally with a role
create table user_group (
  id bigint not null generated always as identity,
  rev integer not null default 1,
  name text not null,
  "desc" text not null default ''::text,
  role user_role,
  external_id text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  reviews boolean not null default false,
  constraint user_group_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX user_group_external_id_key ON public.user_group USING btree (external_id) WHERE (external_id IS NOT NULL);
CREATE UNIQUE INDEX user_group_name_key ON public.user_group USING btree (lower(name));
CREATE TRIGGER user_group_update AFTER UPDATE OF role ON public.user_group FOR EACH ROW EXECUTE FUNCTION user_group_change();

-- A user of an identity provider, who is a user here
create table user_identity (
  id bigint not null generated always as identity,
  provider_id bigint not null,
  subject text not null,
  user_id bigint not null,
  email text not null default ''::text,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone not null,
  constraint user_identity_pkey PRIMARY KEY (id),
  constraint user_identity_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES identity_provider(id) ON DELETE CASCADE,
  constraint user_identity_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX user_identity_subject_key ON public.user_identity USING btree (provider_id, subject);
CREATE INDEX user_identity_user_idx ON public.user_identity USING btree (user_id);

-- A position of a site's pages that changes in most rounds
create table volatile_place (
  id bigint not null generated always as identity,
  og_id bigint not null,
  page_id bigint,
  place integer not null,
  state text not null default 'learned'::text,
  pages integer not null,
  first_round integer not null,
  last_round integer not null,
  sample text,
  rev integer not null default 1,
  decided_by bigint,
  decided_at timestamp with time zone,
  constraint volatile_place_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint volatile_place_og_id_fkey FOREIGN KEY (og_id) REFERENCES og(id) ON DELETE CASCADE,
  constraint volatile_place_og_id_page_id_fkey FOREIGN KEY (og_id, page_id) REFERENCES page(og_id, id) ON DELETE CASCADE,
  constraint volatile_place_og_id_page_id_place_key UNIQUE NULLS NOT DISTINCT (og_id, page_id, place),
  constraint volatile_place_pkey PRIMARY KEY (id),
  constraint volatile_place_state_check CHECK ((state = ANY (ARRAY['learned'::text, 'confirmed'::text, 'rejected'::text])))
);
CREATE INDEX volatile_place_decided_by ON public.volatile_place USING btree (decided_by) WHERE (decided_by IS NOT NULL);

-- Timelines on which this database has gone on; a copy that lacks the present one follows another server, and is not read
create table wal_timeline (
  system text not null,
  timeline text not null,
  constraint wal_timeline_pkey PRIMARY KEY (system, timeline),
  constraint wal_timeline_system_check CHECK ((system ~ '^[0-9]{1,20}$'::text)),
  constraint wal_timeline_timeline_check CHECK ((timeline ~ '^[0-9a-f]{8}$'::text))
);

-- An address to which events are sent, with the rights of its owner
create table webhook (
  id bigint not null generated always as identity,
  user_id bigint not null,
  name text not null,
  target_sealed bytea not null,
  host text not null,
  format text not null,
  secret_sealed bytea not null,
  former_sealed bytea,
  former_until timestamp(3) with time zone,
  sign_sealed bytea,
  kinds text[] not null,
  og_id bigint,
  saved_search bigint,
  state text not null default 'on'::text,
  stop_reason text,
  failing_since timestamp(3) with time zone,
  delivered_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint webhook_pkey PRIMARY KEY (id),
  constraint webhook_state_check CHECK ((state = ANY (ARRAY['on'::text, 'paused'::text, 'stopped'::text]))),
  constraint webhook_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX webhook_user_idx ON public.webhook USING btree (user_id);

-- An event for a webhook: waiting, delivered, given up, or withheld
create table webhook_delivery (
  id bigint not null generated always as identity,
  webhook_id bigint not null,
  message_key uuid not null default gen_random_uuid(),
  kind text not null,
  about_noun text not null,
  about_id bigint not null,
  actor_id bigint,
  detail jsonb not null default '{}'::jsonb,
  at timestamp(3) with time zone not null,
  state text not null default 'waiting'::text,
  attempts integer not null default 0,
  next_at timestamp(3) with time zone not null,
  leased_until timestamp(3) with time zone,
  tried_at timestamp(3) with time zone,
  http_status integer,
  fault text,
  latency_ms integer,
  response text,
  done_at timestamp(3) with time zone,
  constraint webhook_delivery_pkey PRIMARY KEY (id),
  constraint webhook_delivery_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'dead'::text, 'withheld'::text]))),
  constraint webhook_delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE
);
CREATE INDEX webhook_delivery_about_idx ON public.webhook_delivery USING btree (about_noun, about_id);
CREATE INDEX webhook_delivery_done_idx ON public.webhook_delivery USING btree (done_at) WHERE (done_at IS NOT NULL);
CREATE INDEX webhook_delivery_due_idx ON public.webhook_delivery USING btree (webhook_id, next_at, id) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_delivery_leased_idx ON public.webhook_delivery USING btree (webhook_id, leased_until) WHERE (leased_until IS NOT NULL);
CREATE INDEX webhook_delivery_log_idx ON public.webhook_delivery USING btree (webhook_id, id DESC);
CREATE INDEX webhook_delivery_order_idx ON public.webhook_delivery USING btree (webhook_id, about_noun, about_id, id) WHERE (state = 'waiting'::text);

-- Sensitive words, and phrases that excuse them
create table word (
  id bigint not null generated always as identity,
  rev integer not null default 1,
  word text not null,
  key text not null,
  kind word_kind not null default 'word'::word_kind,
  category text,
  level smallint not null default 2,
  enabled boolean not null default true,
  note text,
  owner bigint,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint word_key_key UNIQUE (key),
  constraint word_level_check CHECK (((level >= 1) AND (level <= 3))),
  constraint word_owner_fkey FOREIGN KEY (owner) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint word_pkey PRIMARY KEY (id)
);
CREATE INDEX word_category_idx ON public.word USING btree (category) WHERE (category IS NOT NULL);
CREATE INDEX word_updated_at_idx ON public.word USING btree (updated_at DESC, id DESC);
CREATE TRIGGER word_change_dictionary AFTER UPDATE OF word, key, kind, level, enabled ON public.word FOR EACH STATEMENT EXECUTE FUNCTION raise_dictionary();
CREATE TRIGGER word_dictionary AFTER INSERT OR DELETE ON public.word FOR EACH STATEMENT EXECUTE FUNCTION raise_dictionary();

-- Sensitive words found in a version of a page
create table word_hit (
  og_id bigint not null,
  page_id bigint not null,
  version_id bigint not null,
  word_id bigint not null,
  count integer not null,
  new_count integer not null,
  found_at timestamp(3) with time zone not null,
  constraint word_hit_og_id_page_id_version_id_fkey FOREIGN KEY (og_id, page_id, version_id) REFERENCES page_version(og_id, page_id, id) ON DELETE CASCADE,
  constraint word_hit_pkey PRIMARY KEY (og_id, page_id, version_id, word_id),
  constraint word_hit_word_id_fkey FOREIGN KEY (word_id) REFERENCES word(id) ON DELETE CASCADE
);
CREATE INDEX word_hit_found_at_idx ON public.word_hit USING btree (found_at) WHERE (new_count > 0);
CREATE INDEX word_hit_word_idx ON public.word_hit USING btree (word_id);


create view published_report as
 SELECT id,
    published_version AS rev,
    owner,
    created_at,
    published_at AS updated_at,
    read_user,
    write_user,
    number,
    published_title AS title,
    published_summary AS summary,
        CASE
            WHEN (status = 'published'::report_status) THEN labels
            ELSE published_labels
        END AS labels,
    'published'::report_status AS status,
    published_version AS version,
    published_version,
    published_at,
    author,
    published_by AS reviewer,
    deleted_at,
    published_place,
    published_key AS name_key,
    published_grams AS name_grams,
    marking
   FROM report
  WHERE ((published_version IS NOT NULL) AND (status <> 'archived'::report_status));

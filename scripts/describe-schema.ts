import type pg from 'pg'

/**
 * The public schema as SQL-like text in a fixed order: types, functions, tables with their descriptions, columns,
 * constraints, indexes and triggers, then views. Meant for reading, not for running. A table without a description is
 * an error.
 */
export async function describeSchema(pool: pg.Pool): Promise<string> {
  const lines = async (sql: string) => (await pool.query<{ line: string }>(sql)).rows.map(row => row.line)
  const parts = [
    ['-- Generated from the migrations by npm run db:generate.'],
    await lines(`
      select format('create type %I as enum (%s);', t.typname, string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder)) as line
      from pg_type t join pg_enum e on e.enumtypid = t.oid
      where t.typnamespace = 'public'::regnamespace group by t.typname order by t.typname`),
    await lines(`
      select pg_get_functiondef(p.oid) || ';' as line from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      order by p.proname, pg_get_function_identity_arguments(p.oid)`),
    await lines(`
      select format(E'%s\\ncreate table %I (\\n%s%s\\n);%s%s\\n', '-- ' || coalesce(obj_description(c.oid), ''), c.relname,
        (select string_agg(format('  %I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
            case when a.attnotnull then ' not null' else '' end,
            case when a.attidentity = 'a' then ' generated always as identity'
                 when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
                 when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end),
            E',\\n' order by a.attnum)
          from pg_attribute a left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
        (select coalesce(string_agg(format(E',\\n  constraint %I %s', conname, pg_get_constraintdef(oid)), '' order by conname), '')
          from pg_constraint where conrelid = c.oid and contype in ('p', 'u', 'f', 'c')),
        (select coalesce(string_agg(E'\\n' || indexdef || ';', '' order by indexname), '') from pg_indexes
          where schemaname = 'public' and tablename = c.relname
            and not exists (select from pg_constraint where conname = indexname)),
        (select coalesce(string_agg(E'\\n' || pg_get_triggerdef(t.oid) || ';', '' order by t.tgname), '') from pg_trigger t
          where t.tgrelid = c.oid and not t.tgisinternal)) as line
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`),
    await lines(`
      select format(E'create view %I as\\n%s', c.relname, pg_get_viewdef(c.oid)) as line from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by c.relname`),
  ]
  const silent = parts.flat().find(text => /^-- \n/.test(text))
  if (silent) throw new Error(`Table without a description (add “comment on table”): ${silent.split('\n')[1]}`)
  return `${parts
    .filter(part => part.length > 0)
    .map(part => part.join('\n'))
    .join('\n\n')}\n`
}

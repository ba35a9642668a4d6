// Pages with versions, differences, hits, search entries, history and events, created in the database set by set.
import type pg from 'pg'
import { texts } from './text.ts'

export const pagesOfSite = 3_000
export const isRestricted = (site: number) => site % 10 === 9
/** Versions have ids in the order of their rounds, not of their pages: `number of the page's version << 32 | page`. */
const idOf = (k: string, n: string) => `((${k})::bigint << 32) + ${n}`
/** One in ten pages has four versions, two in ten have two, the others one: on average 1.5 per page. */
const versionsOf = (n: string) => `case ${n} % 10 when 0 then 4 when 1 then 2 when 3 then 2 else 1 end`
const siteOf = (n: string) => `1 + (${n} - 1) / ${pagesOfSite}`
const hashOf = (n: string) => `abs(hashint8(${n})::bigint)`
const bytesOf = (text: string) => `sha256(convert_to(${text}, 'utf8'))`
const urlOf = (n: string) =>
  `'www.site' || ${siteOf(n)} || '.example/news/' || 2016 + ${n} % 10 || '/' || 1 + ${n} % 12 || '/article-' || ${n} || '.html'`
/**
 * The last round of changing pages is within the last year, that of the other pages up to three years ago. At each size
 * this many pages have a version due for removal.
 */
const duePages = 12_000
const newestAt = (n: string) =>
  `now() - interval '1 hour' * (${hashOf(n)} % case when ${n} % 10 in (0, 1, 3) then 7200 else 26000 end)`

type IdRange = { from: number; to: number }

const parts: { table: string; sql: (range: IdRange) => string }[] = [
  {
    table: 'og',
    sql: ({
      from,
      to,
    }) => `insert into og (id, name, host, entrances, danger_level, weight, owner, read_user, new_version, version_keep)
      overriding system value
      select s, 'Site ' || s, 'www.site' || s || '.example', array['https://' || ${urlOf(`((s - 1) * ${pagesOfSite} + 1)`)}], '中性', s % 101, 1,
        case when s % 10 = 9 then '{1}'::bigint[] else '{}' end, 10, 20
      from generate_series(${from} / ${pagesOfSite} + 1, ${to} / ${pagesOfSite}) s
      on conflict (id) do update set host = excluded.host, entrances = excluded.entrances, new_version = 10`,
  },
  {
    table: 'site',
    sql: ({ from, to }) => `insert into site (og_id, max_pages, max_minutes)
      select s, 100000, 100000 from generate_series(${from} / ${pagesOfSite} + 1, ${to} / ${pagesOfSite}) s`,
  },
  {
    table: 'host_clock',
    sql: ({ from, to }) => `insert into host_clock (host, next_at, robots, robots_state, robots_at)
      select 'www.site' || s || '.example', now(), 'User-agent: *' || chr(10) || 'Disallow: /admin', 'found', now()
      from generate_series(${from} / ${pagesOfSite} + 1, ${to} / ${pagesOfSite}) s`,
  },
  {
    table: 'round',
    sql: ({
      from,
      to,
    }) => `insert into round (og_id, number, state, cause, started_at, ended_at, deadline_at, found, fetched,
        unchanged, changed, end_reason)
      select s, r, 'complete', 'schedule', now() - (11 - r) * interval '1 day', now() - (11 - r) * interval '1 day' + interval '1 hour',
        now(), ${pagesOfSite}, ${pagesOfSite}, ${pagesOfSite} - 150, 150, 'done'
      from generate_series(${from} / ${pagesOfSite} + 1, ${to} / ${pagesOfSite}) s, generate_series(1, 10) r`,
  },
  {
    table: 'page',
    sql: ({
      from,
      to,
    }) => `insert into page (og_id, id, url, url_key, depth, title, language, first_seen_at, last_fetched_at,
        last_changed_at, versions, hits, last_version, last_round, etag)
      overriding system value
      select ${siteOf('n')}, n, 'https://' || ${urlOf('n')}, 'https://' || ${urlOf('n')}, n % 6, growth_text.title || ' ' || n, 'en',
        now() - interval '1100 days', now() - interval '1 day', ${newestAt('n')}, ${versionsOf('n')}, n % 2,
        ${idOf(versionsOf('n'), 'n')}, 10, md5(n::text)
      from generate_series(${from} + 1, ${to}) n join growth_text on growth_text.no = ${hashOf('n')} % ${texts}`,
  },
  ...[1, 2, 3, 4].map(k => ({
    table: 'page_version',
    sql: ({
      from,
      to,
    }: IdRange) => `insert into page_version (og_id, page_id, id, round, fetched_at, last_seen_at, http_status,
        effective_status, is_good, hash, text_hash, extractor, scanned, size, title, content_type, charset, headers, final_url, hits)
      overriding system value
      select ${siteOf('n')}, n, ${idOf(`${k}`, 'n')}, 10 - (${versionsOf('n')}) + ${k},
        ${k === 1 ? `case when n % 10 = 0 and n <= ${from + duePages} then now() - interval '2000 days' + n * interval '1 second' else` : ''}
          ${newestAt('n')} - interval '20 days' * (${versionsOf('n')} - ${k}) ${k === 1 ? 'end' : ''},
        now() - interval '1 day', 200, 200, true, ${bytesOf(`'raw' || ${k} || ' ' || n`)}, ${bytesOf(`'text' || ${k} || ' ' || n`)},
        3, 1, 24000 + n % 9000, growth_text.title || ' ' || n, 'text/html; charset=utf-8', 'utf-8',
        '[["content-type","text/html; charset=utf-8"],["server","nginx"],["cache-control","max-age=600"],["vary","accept-encoding"]]'::jsonb,
        'https://' || ${urlOf('n')}, n % 2
      from generate_series(${from} + 1, ${to}) n join growth_text on growth_text.no = ${hashOf('n')} % ${texts}
      where ${versionsOf('n')} >= ${k}`,
  })),
  {
    table: 'blob',
    // In the order of their keys, which suits the index.
    sql: ({ from, to }) => `insert into blob (hash, pack, created_at, at, stored, size, codec)
      select ${bytesOf(`'raw' || k || ' ' || n`)} as hash, md5('pack' || n / 2000)::uuid, now() - interval '30 days',
        n % 2000 * 6000, 5800, 24000, 'zstd'
      from generate_series(${from} + 1, ${to}) n, generate_series(1, 4) k where ${versionsOf('n')} >= k order by hash`,
  },
  {
    table: 'diff',
    // In a hundred: two wait, forty are low and undecided, one is important, the others were decided. A third are the
    // same edit on many pages.
    sql: ({ from, to }) => `insert into diff (og_id, id, page_id, round, from_version, to_version, kind, added, removed,
        score, is_judged, reasons, facts, excerpt, cluster, cluster_kind, status, reviewer, reviewed_at, created_at)
      overriding system value
      select ${siteOf('n')}, ${idOf('k', 'n')}, n, 10 - (${versionsOf('n')}) + k, ${idOf('k - 1', 'n')}, ${idOf('k', 'n')},
        'changed', h % 900, h % 300, case when h % 100 < 2 then 20 + h % 70 when h % 100 < 42 then h % 20 else 20 + h % 60 end,
        true, '[{"code":"share_of_text","value":3.1},{"code":"largest_change","value":420}]'::jsonb,
        ('{"digest":{"v":1,"hunks":[{"kind":"paragraph","edit":"' || md5(h::text) || '","before":[["' || md5(n::text) ||
          '","",120]],"after":[["' || md5((n + k)::text) || '","",140]],"added":140,"removed":120,"links":0,"pictures":0,"to":[],"was":[],"isFrame":false}],' ||
          '"addedChars":140,"removedChars":120,"totalChars":5200,"addedLinks":0,"removedLinks":0,"isCoarse":false,"isSourceChanged":false,"omitted":0,"omittedChars":0},' ||
          '"change":"changed","url":"https://' || ${urlOf('n')} || '","isHome":false,"quality":"good","wordHits":[0,0,0],"mentions":0}')::jsonb,
        growth_text.body, case when h % 3 = 0 then 'edit ' || md5(${siteOf('n')} || ' ' || h % 9) end,
        case when h % 3 = 0 then 'same_edit'::diff_cluster_kind end,
        (case when h % 100 < 42 then 'unread' when h % 100 < 43 then 'important' when h % 100 < 70 then 'ignored' else 'done' end)::diff_status,
        case when h % 100 >= 42 then 1 end, case when h % 100 >= 42 then now() - interval '1 day' end,
        now() - interval '1 hour' * (h % 7000)
      from (select n, k, ${hashOf('n * 7 + k')} as h from generate_series(${from} + 1, ${to}) n, generate_series(2, 4) k
          where ${versionsOf('n')} >= k) as each
        join growth_text on growth_text.no = h % ${texts}`,
  },
  {
    table: 'hit',
    sql: ({ from, to }) => `insert into word_hit (og_id, page_id, version_id, word_id, count, new_count, found_at)
      select ${siteOf('n')}, n, ${idOf(versionsOf('n'), 'n')}, 1 + n % 500, 1, (n % 10 = 1)::int, ${newestAt('n')}
      from generate_series(${from} + 1, ${to}) n where n % 2 = 1`,
  },
  {
    table: 'mention',
    sql: ({
      from,
      to,
    }) => `insert into mention (og_id, page_id, version_id, noun, record_id, name, count, is_new, found_at)
      select ${siteOf('n')}, n, ${idOf(versionsOf('n'), 'n')}, 'og', 1 + ${hashOf('n')} % (${to} / ${pagesOfSite}), 'Site ' || n, 1,
        n % 10 = 0, ${newestAt('n')} from generate_series(${from} + 1, ${to}) n where n % 5 = 0`,
  },
  {
    table: 'search_entry',
    sql: ({
      from,
      to,
    }) => `insert into search_entry (noun, record_id, part, og_id, owner, readers, at, written_at, title, names, body, words)
      select 'page', n, ${idOf(versionsOf('n'), 'n')}, ${siteOf('n')}, 1, case when ${siteOf('n')} % 10 = 9 then '{1}'::bigint[] end,
        at, at, a.title || ' ' || n, '|' || a.title || ' ' || n || '|', a.body || b.body || c.body,
        a.title_words || b.words || c.words || d.words
          || array_to_tsvector(array['@o' || ${siteOf('n')}, '~' || to_char(at, 'YYYY"q"Q')])
      from (select n, ${hashOf('n')} as h, ${newestAt('n')} as at from generate_series(${from} + 1, ${to}) n where n % 5 = 0) as each
        join growth_text as a on a.no = h % ${texts} join growth_text as b on b.no = ${hashOf('h + 1')} % ${texts}
        join growth_text as c on c.no = ${hashOf('h + 2')} % ${texts} join growth_text as d on d.no = ${hashOf('h + 3')} % ${texts}`,
  },
  {
    table: 'search_name',
    sql: ({ from, to }) => `insert into search_name (noun, record_id, part, kind, key)
      select 'page', n, ${idOf(versionsOf('n'), 'n')}, 'name', growth_text.title || ' ' || n
      from generate_series(${from} + 1, ${to}) n join growth_text on growth_text.no = ${hashOf('n')} % ${texts} where n % 5 = 0`,
  },
  {
    table: 'history',
    sql: ({
      from,
      to,
    }) => `insert into history (id, noun, record_id, rev, act, user_id, username, at, req_id, address, changes, content_hash)
      overriding system value
      select n, 'og', 1 + ${hashOf('n')} % (${to} / ${pagesOfSite}), 1 + n % 50, 'update', 1 + n % 20, 'user' || 1 + n % 20,
        now() - interval '1 minute' * ((${to} - n) / 10), left(md5(n::text), 16), '10.0.0.' || n % 250,
        jsonb_build_object('description', jsonb_build_array('before ' || n, 'after ' || n)), ${bytesOf('n::text')}
      from generate_series(${from} + 1, ${to}) n where n % 10 = 0`,
  },
  {
    table: 'audit',
    sql: ({
      from,
      to,
    }) => `insert into audit (id, at, user_id, username, act, noun, record_id, req_id, address, content_hash)
      overriding system value
      select n, now() - interval '1 minute' * ((${to} - n) / 10), 1 + n % 20, 'user' || 1 + n % 20,
        (array['login', 'export', 'share', 'delete'])[1 + n / 10 % 4], 'og', 1 + n % 1000, left(md5(n::text), 16),
        '10.0.0.' || n % 250, ${bytesOf('n::text')} from generate_series(${from} + 1, ${to}) n where n % 10 = 0`,
  },
  {
    table: 'news',
    sql: ({ from, to }) => `insert into news (at, kind, noun, record_id, told_at)
      select now() - interval '1 minute' * ((${to} - n) / 20), 'page_changed', 'page', n, now() from generate_series(${from} + 1, ${to}) n where n % 20 = 0`,
  },
  {
    table: 'notification',
    sql: ({
      from,
      to,
    }) => `insert into notification (user_id, family, kind, noun, record_id, count, first_at, at, read_at)
      select 1 + n / 20 % 20, 'page', 'page_changed', 'page', n, 1, now() - interval '1 minute' * ((${to} - n) / 20),
        now() - interval '1 minute' * ((${to} - n) / 20), case when n % 400 > 0 then now() end
      from generate_series(${from} + 1, ${to}) n where n % 20 = 0`,
  },
]

const sequences = ['og', 'page', 'page_version', 'diff', 'history', 'audit']

export async function fillUsers(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into "user" (username, password_hash, role) select 'user' || n, 'x', 'admin' from generate_series(1, 20) n`,
  )
  await pool.query(
    `insert into word (word, key, level) select 'word' || n, 'word' || n, 1 + n % 3 from generate_series(1, 500) n`,
  )
}

/**
 * Grows the tables from one number of pages to another; whole sites only. Without triggers, and with indexes built at
 * the end.
 */
export async function fill(pool: pg.Pool, range: IdRange): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB';
      set maintenance_work_mem = '1GB'; set statement_timeout = 0`)
    const tables = [...new Set(parts.map(({ table }) => table))]
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select pg_index.indexrelid::regclass::text as name, pg_get_indexdef(pg_index.indexrelid) as definition from pg_index
       where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
      [tables],
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    for (const { table, sql } of parts) {
      const startedAt = performance.now()
      const { rowCount } = await client.query(sql(range))
      console.error(`  ${table}: ${rowCount} rows, ${Math.round((performance.now() - startedAt) / 1000)} s`)
    }
    const startedAt = performance.now()
    for (const { definition } of indexes) await client.query(definition)
    for (const table of sequences)
      await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`)
    console.error(`  ${indexes.length} indexes: ${Math.round((performance.now() - startedAt) / 1000)} s`)
    await client.query(`vacuum (analyze) ${tables.join(', ')}`)
  } finally {
    client.release()
  }
}

// Checks that shared code names no entity, and that one folder owns each table.
import { globSync, readFileSync } from 'node:fs'
import { linkEntities, recordEntities } from '#contract/registry.ts'
import { sources } from './source-files.ts'

/**
 * Names that shared code must not contain. `page` also means a page of a list, so it counts as an entity only between
 * quotes.
 */
const entities: readonly string[] = [
  ...recordEntities.filter(name => name !== 'source'),
  ...linkEntities,
  ...'og_cate|issue|word|page|diff|device|mention|site'.split('|'),
]
const sharedFolders = /^(server\/(platform|core|store)|web\/(platform|record|ui))\//
const skippedFiles = /\.test\.tsx?$|\/db-types\.ts$|\/factory\.ts$|^server\/testing\/|^server\/migrations\//

/** Files below platform/ and record/ that still name an entity, and why; the list may only shrink. */
const naming: Record<string, string> = {
  'server/platform/blob/blobs-key.ts': 'the key of a stored file contains its kind',
  'server/platform/ctx.ts': 'the actor of a device has the role `device`',
  'server/core/open-change.ts': 'the table of a linked record determines whether it is open',
  'server/platform/db/postgres.ts': 'the database and its user have this name',
  'web/platform/access.ts': 'the start page of each role',
  'web/ui/danger-level.tsx': 'a mark of organisations that lists, maps and forms share',
}

/** Tables that are not named after the folder that owns them. */
const owners: Record<string, string> = {
  audit: 'platform',
  audit_seal: 'audit',
  blob: 'store',
  blob_loose: 'store',
  blob_removal: 'platform',
  bound_use: 'platform',
  brief_done: 'dashboard',
  external_key: 'source',
  fact_check: 'claim',
  dictionary: 'word',
  dictionary_version: 'word',
  event_feed: 'event',
  event_person: 'event',
  feed_check: 'crawl',
  follow: 'notification',
  frontier: 'crawl',
  group_member: 'group',
  history: 'core',
  host_clock: 'crawl',
  import_act: 'import_run',
  import_mark: 'import_run',
  identity_provider: 'identity',
  known_address: 'session',
  login_challenge: 'factor',
  login_start: 'identity',
  volatile_place: 'diff',
  login_attempt: 'session',
  mention_decision: 'namesake',
  merge: 'duplicate',
  migration: 'platform',
  model_key: 'model',
  model_mark: 'model',
  model_sentence: 'model',
  model_use: 'model',
  name_change: 'word',
  news: 'core',
  one_time_code: 'factor',
  missing_url: 'site',
  outgoing_mail: 'notification',
  page_archive: 'crawl',
  page_archive_retry: 'crawl',
  page_archive_sighting: 'crawl',
  page_asset: 'crawl',
  page_snapshot: 'crawl',
  page_snapshot_asset: 'crawl',
  passkey: 'factor',
  process_beat: 'platform',
  recovery_code: 'factor',
  record_visit: 'overview',
  record_change: 'core',
  record_change_term: 'core',
  retention: 'erasure',
  round: 'site',
  saved_search: 'search',
  saved_view: 'view',
  scim_credential: 'scim',
  scim_group: 'scim',
  scim_user: 'scim',
  screened_list: 'screening',
  screened_record: 'screening',
  shared_text_sample: 'shared_text',
  saved_search_hit: 'search',
  set_aside: 'platform',
  system_setting: 'system',
  timeline_note: 'event',
  transfer: 'upload',
  transfer_part: 'upload',
  upload_content: 'upload',
  webhook_delivery: 'webhook',
  user_group: 'group',
  user_identity: 'identity',
  wal_timeline: 'platform',
  word_hit: 'word',
}

/** Folders that write tables of others, in batches or on behalf of the owner, and why. */
const otherWriters: Record<string, { tables: string; why: string }> = {
  crawl: {
    tables: 'device device_minute diff mention og page page_version round word_hit',
    why: 'the result of a fetch is written with one statement per table',
  },
  demo: { tables: 'og og_cate', why: 'demonstration records are loaded unchanged' },
  diff: { tables: 'og', why: 'which version of an organisation has been reviewed' },
  erasure: {
    tables: 'audit diff duplicate history import merge notification page page_version person search_entry search_queue',
    why: 'an erasure removes data from all tables in one transaction',
  },
  namesake: { tables: 'mention own_text_mention upload_mention', why: 'mentions of an erased person are removed' },
  notification: { tables: 'news', why: 'the background worker marks domain events as published' },
  og: { tables: 'og_cate', why: 'an import creates missing categories' },
  page: { tables: 'diff event frontier report_evidence', why: 'rows that depend on an erased page are updated' },
  person: { tables: 'membership', why: 'memberships are written with their person, in imports by the thousand' },
  core: { tables: 'follow webhook_delivery', why: 'a change adds its follower and its events in the same transaction' },
  relation: { tables: 'person', why: 'a link updates the revision of its persons' },
  session: { tables: 'token', why: 'the last use of a session or token is noted, at most once a minute' },
  set_aside: { tables: 'set_aside', why: 'its screen retries and discards entries' },
  site: { tables: 'frontier host_clock', why: 'a crawl round starts with the known pages of its site' },
  store: { tables: 'page_version', why: 'a version whose file is lost is marked' },
  user: {
    tables:
      'event_feed export feed known_address login_challenge login_start og_cate one_time_code passkey reconcile_address recovery_code session ticket timeline_note token saved_view webhook',
    why: 'all access of a deleted user is revoked at once, and their records pass to the successor',
  },
  word: { tables: 'mention page page_version', why: 'stored texts are searched again with a changed dictionary' },
}

const faults: string[] = []
checkEntities()
checkTables()
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)

function checkEntities(): void {
  const inQuotes = new RegExp(`['"\`](${entities.join('|')})['"\`]`)
  const inSql = new RegExp(
    `\\b(?:from|join|update|into)\\s+(${entities.filter(noun => noun !== 'page').join('|')})\\b(?!')`,
  )
  const ofContract = new RegExp(`#contract/(?:entities/)?(${entities.join('|')})(?:\\.api|\\.schema)?\\.ts`)
  const named = new Set<string>()
  for (const { file, source } of sources('{server,web}')) {
    if (!sharedFolders.test(file) || skippedFiles.test(file)) continue
    for (const [at, line] of source.split('\n').entries()) {
      const code = line.replace(/\/\/.*|\/\*.*|^\s*\*.*/, '')
      const noun = (inQuotes.exec(code) ?? inSql.exec(code) ?? ofContract.exec(code))?.[1]
      if (!noun) continue
      named.add(file)
      if (!naming[file]) faults.push(`${file}:${at + 1} names ${noun}: code that serves all entities must not name one`)
    }
  }
  for (const file of Object.keys(naming))
    if (!named.has(file)) faults.push(`${file} no longer names an entity: remove it from the list in check-owners.ts`)
}

/** Statements that contain a table's name; writes through an entity's own record table belong to that entity. */
function checkTables(): void {
  const schema = readFileSync('server/migrations/schema.sql', 'utf8')
  const tables = new Set([...schema.matchAll(/^CREATE TABLE (?:public\.)?(\w+)/gim)].map(match => match[1] ?? ''))
  const folders = globSync('server/features/*').map(path => path.replaceAll('\\', '/').split('/').at(-1) ?? '')
  const writing =
    /(?:insert into|delete from|(?<!for |do |key )update)\s+(?:only\s+)?(\w+)|(?:insertInto|updateTable|deleteFrom)\('(\w+)|\bcopy (\w+)[ (]|fileTable<\w+>\('(\w+)/g
  const written = new Set<string>()
  for (const { file, source } of sources('server')) {
    const [, top, folder] = /^server\/([^/]+)\/([^/]+)/.exec(file) ?? []
    if (skippedFiles.test(file) || !top) continue
    const writer = top === 'features' ? (folder ?? '') : top
    for (const match of source.matchAll(writing)) {
      const table = match.slice(1).find(Boolean) ?? ''
      if (!tables.has(table) || ownerOf(table, folders) === writer) continue
      written.add(`${writer} ${table}`)
      if (!otherWriters[writer]?.tables.split(' ').includes(table))
        faults.push(`${file} writes ${table}, which belongs to ${ownerOf(table, folders)}`)
    }
  }
  for (const [writer, { tables: list }] of Object.entries(otherWriters))
    for (const table of list.split(' '))
      if (!written.has(`${writer} ${table}`))
        faults.push(`${writer} no longer writes ${table}: remove it from the list in check-owners.ts`)
}

/** The folder with its name, or with the beginning of its name: `page_version` belongs to `page`. */
function ownerOf(table: string, folders: readonly string[]): string {
  const named = folders.filter(folder => table === folder || table.startsWith(`${folder}_`))
  return owners[table] ?? named.sort((a, b) => b.length - a.length)[0] ?? ''
}

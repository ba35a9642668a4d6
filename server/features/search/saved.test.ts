import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { follow, listNotifications } from '#contract/notification.api.ts'
import { updateOg } from '#contract/og.api.ts'
import { createSavedSearch, deleteSavedSearch, listSavedSearches, updateSavedSearch } from '#contract/search.api.ts'
import { deliverEvents } from '#server/features/notification/deliver.ts'
import { anOg } from '#server/features/og/factory.ts'
import { quarantine } from '#server/platform/jobs/quarantine.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { checkSavedSearches } from './saved.ts'
import { drainSearch } from './search.service.ts'

const app = useTestApp()
let admin: Client
let editor: Client
beforeAll(async () => {
  admin = await app.as('admin')
  editor = await app.as('editor')
})

const save = (client: Client, keyword: string, more: object = {}) =>
  client.get(createSavedSearch, { body: { name: keyword, query: { keyword, ...more }, is_notifying: true } })
/** Notifications of one saved search: records and recipients. */
const reportedOf = async (id: number) =>
  (
    await sql<{
      record_id: number
      users: number[]
      actor_id: number | null
    }>`select record_id, users, actor_id from news
      where kind = 'search_hit' and (detail ->> 'saved_search')::bigint = ${id} order by id`.execute(app.db)
  ).rows
const look = async () => {
  await drainSearch(app.ctx)
  await checkSavedSearches(app.ctx)
}

test('a new match is reported once, to the owner, if they may read it', async () => {
  await anOg(app.ctx, { name: 'Sandpiper Old' })
  await drainSearch(app.ctx)
  const saved = await save(editor, 'sandpiper')
  await look()
  expect(await reportedOf(saved.id)).toEqual([])

  const fresh = await anOg(app.ctx, { name: 'Sandpiper New' })
  const secret = await anOg(app.ctx, { name: 'Sandpiper Secret', owner: admin.id, read_user: [admin.id] })
  await look()
  await look()
  expect(await reportedOf(saved.id)).toEqual([{ record_id: fresh.id, users: [editor.id], actor_id: null }])
  expect((await editor.get(listSavedSearches)).items[0]).toMatchObject({ fresh: 1 })

  // An existing record that starts to match counts as new, as a new record does.
  await admin.get(updateOg, { body: { id: secret.id, read_user: [], desc: 'opened' } })
  await look()
  expect((await reportedOf(saved.id)).map(each => each.record_id)).toEqual([fresh.id, secret.id])
  const seen = await editor.get(updateSavedSearch, { params: { id: String(saved.id) }, body: { is_seen: true } })
  expect(seen.fresh).toBe(0)
})

test('kinds and other filters of a saved search apply to its notifications', async () => {
  const saved = await save(editor, 'turnstone', { kind: ['event'] })
  await anOg(app.ctx, { name: 'Turnstone' })
  await look()
  expect(await reportedOf(saved.id)).toEqual([])
})

test('a disabled user receives no notifications', async () => {
  const gone = await app.as('reader')
  const saved = await save(gone, 'phalarope')
  await sql`update "user" set status = 'disabled' where id = ${gone.id}`.execute(app.db)
  await anOg(app.ctx, { name: 'Phalarope' })
  await look()
  expect(await reportedOf(saved.id)).toEqual([])
})

test('a saved search is visible to its owner only, has a unique name, and a user has at most fifty', async () => {
  const owner = await app.as('reader')
  const saved = await save(owner, 'one')
  const params = { id: String(saved.id) }
  expect((await editor.call(updateSavedSearch, { params, body: { name: 'mine' } })).status).toBe(404)
  expect((await editor.call(deleteSavedSearch, { params })).status).toBe(404)
  expect((await owner.call(createSavedSearch, { body: { name: 'ONE', query: { keyword: 'x' } } })).status).toBe(409)
  await sql`insert into saved_search (owner, name, query, checked_at, seen_at, created_at)
    select ${owner.id}, 'n' || n, '{"keyword":"x"}', now(), now(), now() from generate_series(1, 49) n`.execute(app.db)
  expect((await owner.call(createSavedSearch, { body: { name: 'more', query: { keyword: 'x' } } })).status).toBe(409)
  await owner.get(deleteSavedSearch, { params })
  expect((await owner.get(listSavedSearches)).items).toHaveLength(49)
})

test('a match that may no longer be read is not counted', async () => {
  const saved = await save(editor, 'dotterel')
  const og = await anOg(app.ctx, { name: 'Dotterel' })
  await look()
  const fresh = async () => (await editor.get(listSavedSearches)).items.find(each => each.id === saved.id)?.fresh
  expect(await fresh()).toBe(1)
  await admin.get(updateOg, { body: { id: og.id, read_user: [admin.id] } })
  expect(await fresh()).toBe(0)
})

test('a saved search that fails does not block others', async () => {
  const broken = await save(admin, 'wryneck')
  const saved = await save(editor, 'wryneck')
  await sql`update saved_search set query = '{"keyword":"wryneck","from":"no date"}' where id = ${broken.id}`.execute(
    app.db,
  )
  const og = await anOg(app.ctx, { name: 'Wryneck' })
  await look()
  expect((await reportedOf(saved.id)).map(each => each.record_id)).toEqual([og.id])
})

test('a hit of a private saved search reaches its owner and no other follower of the record', async () => {
  const [owner, follower] = [await app.as('admin'), await app.as('admin')]
  const og = await anOg(app.ctx, { name: 'Plover' })
  for (const client of [owner, follower]) await client.get(follow, { body: { noun: 'og', record_id: og.id } })
  await save(owner, 'lapwing')
  await anOg(app.ctx, { name: 'Unrelated' })
  await sql`update og set aliases = '{Lapwing}' where id = ${og.id}`.execute(app.db)
  await look()
  await deliverEvents(app.ctx)
  const hits = async (client: Client) => (await client.get(listNotifications, { query: { family: ['search'] } })).total
  expect(await hits(owner)).toBe(1)
  expect(await hits(follower)).toBe(0)
})

test('all matches of one check are reported, however many there are', async () => {
  const saved = await save(editor, 'godwit')
  await sql`insert into event (title, level) select 'Godwit ' || n, 3 from generate_series(1, 180) as n`.execute(app.db)
  await look()
  expect(await reportedOf(saved.id)).toHaveLength(180)
})

test('if there are more records than a search counts, none of the existing ones is reported as new', async () => {
  const entries = sql`insert into search_entry (noun, record_id, at, written_at, title, names, body, words)
    select 'event', 9_000_000 + n, now(), now(), 'Redshank', 'redshank', '', 'redshank:1'::tsvector from generate_series(1, 10_500) as n`
  await entries.execute(app.db)
  const saved = await save(admin, 'redshank')
  const kept = await sql`select from saved_search_hit where saved_search_id = ${saved.id}`.execute(app.db)
  expect(kept.rows).toHaveLength(10_500)
  await sql`update search_entry set written_at = clock_timestamp() + interval '1 s'
    where title = 'Redshank' and record_id % 2 = 0`.execute(app.db)
  await checkSavedSearches(app.ctx)
  expect(await reportedOf(saved.id)).toEqual([])
  await sql`delete from search_entry where title = 'Redshank'`.execute(app.db)
})

test('a match that was in the trash or hidden when it was to be reported is reported once it is back', async () => {
  const owner = await app.as('editor')
  const saved = await save(owner, 'curlew')
  const og = await anOg(app.ctx, { name: 'Curlew' })
  const hidden = await anOg(app.ctx, { name: 'Curlew hidden' })
  await look()
  await sql`update og set deleted_at = now() where id = ${og.id}`.execute(app.db)
  await sql`update og set read_user = array[${admin.id}::bigint] where id = ${hidden.id}`.execute(app.db)
  await deliverEvents(app.ctx)
  const entries = async () =>
    (await owner.get(listNotifications, { query: { family: ['search'] } })).items.map(each => each.record_id)
  expect(await entries()).toEqual([])
  await look()
  await sql`update og set deleted_at = null where id = ${og.id}`.execute(app.db)
  await sql`update og set read_user = '{}' where id = ${hidden.id}`.execute(app.db)
  await look()
  await deliverEvents(app.ctx)
  expect((await entries()).toSorted()).toEqual([og.id, hidden.id])
  await look()
  await deliverEvents(app.ctx)
  expect(await reportedOf(saved.id)).toHaveLength(4)
})

test('the owner sees that a saved search could not be run', async () => {
  const saved = await save(editor, 'dunlin')
  const own = async () => (await editor.get(listSavedSearches)).items.find(({ id }) => id === saved.id)
  expect(await own()).toMatchObject({ is_failed: false })
  const failed = { key: String(saved.id), detail: { id: saved.id }, error: 'too slow' }
  await quarantine(app.ctx, 'saved_search', failed, { isRetried: false })
  expect(await own()).toMatchObject({ is_failed: true })
  await anOg(app.ctx, { name: 'Dunlin' })
  await look()
  expect(await own()).toMatchObject({ is_failed: false })
})

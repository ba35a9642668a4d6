import { describe, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.api.ts'
import {
  cancelListVersion,
  confirmListVersion,
  createList,
  deleteList,
  getList,
  type List,
  listListEntries,
  listLists,
  listListVersions,
  loadExampleList,
  loadListAddress,
  loadListFile,
  updateList,
} from '#contract/list.api.ts'
import { roles } from '#contract/role.ts'
import { getSource } from '#contract/source.api.ts'
import { taskList } from '#server/jobs.ts'
import { openFetcher } from '#server/platform/fetcher/fetch.ts'
import { openGuard } from '#server/platform/fetcher/guard.ts'
import { startReplaySite } from '#server/testing/replay-site.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { captions, fileOf, listParams, load, type TestParty } from './testing.ts'

const app = useTestApp()
let made = 0
async function aList(over: object = {}): Promise<List> {
  made += 1
  return await (await app.as('admin')).get(createList, { body: { name: `List ${made}`, ...over } })
}
const person = (id: string, name: string, more: Record<string, string[]> = {}): TestParty => ({
  id,
  properties: { name: [name], ...more },
})
const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => person(`p${n + from}`, `Person ${n + from}`))

describe('a list', () => {
  test('has its own source, is read by editors and changed only by administrators', async () => {
    const list = await aList()
    expect(list).toMatchObject({ version: null, loading: null, every: 'never', due_at: null })
    const admin = await app.as('admin')
    expect(await admin.get(getSource, { params: { id: String(list.source?.id) } })).toMatchObject({ kind: 'list' })
    for (const role of roles) {
      const client = await app.as(role)
      const mayRead = ['admin', 'super_editor', 'editor'].includes(role)
      expect((await client.call(getList, { params: listParams(list) })).status, role).toBe(mayRead ? 200 : 403)
      const changed = await client.call(updateList, { params: listParams(list), body: { name: `By ${role}` } })
      expect(changed.status, role).toBe(role === 'admin' ? 200 : 403)
    }
  })

  test('shows a key in its address only to those who may change it, and stores none in the audit log', async () => {
    const admin = await app.as('admin')
    const key = '9f8e7d6c5b4a39281706f5e4'
    const address = `https://lists.example/${key}/export.csv?token=${key}&format=csv#${key}`
    const list = await aList({ address })
    const other = `${address}&more=1`
    await admin.get(updateList, { params: listParams(list), body: { address: other } })
    await admin.get(loadListAddress, { params: listParams(list) })
    expect(await admin.get(getList, { params: listParams(list) })).toMatchObject({ address: other })
    const editor = await app.as('editor')
    const seen = await editor.get(getList, { params: listParams(list) })
    expect(seen.address).toBe('https://lists.example/***/export.csv?token=***&format=***')
    const all = [
      seen,
      await editor.get(listLists),
      await editor.get(listListVersions, { params: listParams(list), query: {} }),
      await admin.get(listAudit, { query: {} }),
    ]
    expect(JSON.stringify(all)).not.toContain(key)
    const secret = await admin.call(createList, {
      body: { name: 'With a password', address: 'https://a:b@lists.example/' },
    })
    expect(secret).toMatchObject({ status: 422, body: { errors: [{ path: 'address' }] } })
  })

  test('has a unique name, regardless of case', async () => {
    const list = await aList({ name: '制裁 𠮷 List' })
    const admin = await app.as('admin')
    expect((await admin.call(createList, { body: { name: '制裁 𠮷 LIST' } })).status).toBe(409)
    expect((await admin.call(updateList, { params: listParams(list), body: { every: 'day', rev: 99 } })).status).toBe(
      409,
    )
  })
})

describe('versions', () => {
  test('replace each other as a whole, and report what they added, changed and removed', async () => {
    const admin = await app.as('admin')
    const list = await aList()
    const first = await load(app, admin, list, fileOf([person('a', 'Ada'), person('b', 'Ben'), person('c', 'Cy')]))
    expect(first.version).toMatchObject({ n: 1, state: 'done', entries: 3, added: 3, changed: 0, removed: 0 })
    const second = await load(
      app,
      admin,
      list,
      fileOf([person('a', 'Ada'), person('b', 'Ben', { alias: ['Benny 𠮷'] }), person('d', 'Dee')]),
    )
    expect(second.version).toMatchObject({ n: 2, entries: 3, added: 1, changed: 1, removed: 1 })
    expect(await captions(admin, second)).toEqual(['Ada', 'Ben', 'Dee'])
    expect(await captions(admin, second, { change: 'added' })).toEqual(['Dee'])
    expect(await captions(admin, second, { change: 'changed' })).toEqual(['Ben'])
    expect(await captions(admin, second, { change: 'removed', version: 2 })).toEqual(['Cy'])
    expect(await captions(admin, second, { version: 1 })).toEqual(['Ada', 'Ben', 'Cy'])
    expect(await captions(admin, second, { keyword: '𠮷' })).toEqual(['Ben'])
  })

  test('with the same content in another order are not created', async () => {
    const admin = await app.as('admin')
    const list = await aList()
    const both = [person('a', 'Ada', { alias: ['x', 'y'] }), person('b', 'Ben')]
    await load(app, admin, list, fileOf(both))
    const twisted = [both[1]!, person('a', 'Ada', { alias: ['y', 'x'], modifiedAt: ['2026-01-01'] })]
    const again = await load(app, admin, list, fileOf(twisted))
    expect(again.version?.n).toBe(1)
    expect(again.loading).toMatchObject({ state: 'same', entries: 2 })
  })

  test('assign document numbers to their holders, and use the first of two entities with one id', async () => {
    const admin = await app.as('admin')
    const list = await aList()
    const passport = { id: 'doc', schema: 'Passport', properties: { holder: ['a'], number: ['X1'] } }
    const address = { id: 'addr', schema: 'Address', properties: { full: ['Somewhere'] } }
    const loaded = await load(
      app,
      admin,
      list,
      fileOf([passport, person('a', 'Ada', { idNumber: ['Y2'] }), person('a', 'Another Ada'), address]),
    )
    expect(loaded.version).toMatchObject({ entries: 1, left_out: 2 })
    const { items } = await admin.get(listListEntries, { params: listParams(list), query: {} })
    expect(items[0]?.properties).toEqual({ name: ['Ada'], idNumber: ['X1', 'Y2'] })
  })

  test('that would remove more than half of the entries wait for confirmation, or are discarded', async () => {
    const admin = await app.as('admin')
    const list = await aList()
    await load(app, admin, list, fileOf(many(30)))
    const held = await load(app, admin, list, fileOf(many(10)))
    expect(held.version).toMatchObject({ n: 1, entries: 30 })
    expect(held.loading).toMatchObject({ n: 2, state: 'held', entries: 10, removed: 20 })
    const busy = await admin.upload(loadListFile, { name: 'x', content: fileOf(many(30)) }, {}, listParams(list))
    expect(busy.status).toBe(409)
    const params = { ...listParams(list), n: '2' }
    expect((await (await app.as('editor')).call(confirmListVersion, { params })).status).toBe(403)
    await admin.get(cancelListVersion, { params })
    expect((await admin.call(confirmListVersion, { params })).status).toBe(409)
    const again = await load(app, admin, list, fileOf(many(10)))
    expect(again.loading).toMatchObject({ n: 3, state: 'held' })
    await admin.get(confirmListVersion, { params: { ...listParams(list), n: '3' } })
    await app.drainJobs()
    const after = await admin.get(getList, { params: listParams(list) })
    expect(after.version).toMatchObject({ n: 3, entries: 10, removed: 20 })
    expect(
      (await admin.get(listListVersions, { params: listParams(list), query: {} })).items.map(({ n }) => n),
    ).toEqual([3, 2, 1])
  })

  test.each([
    ['an empty file', '', /empty/],
    ['no list', 'just words', /Unknown/],
    ['wrong XML', '<CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL>', /damaged/],
    ['an XML file of something else', '<html></html>', /not a list file/],
    ['nobody', fileOf([{ id: 'x', schema: 'Address', properties: { full: ['y'] } }]), /no person/],
  ])('from %s fail with a sentence, and the previous version stays', async (_, content, sentence) => {
    const admin = await app.as('admin')
    const list = await aList()
    await load(app, admin, list, fileOf([person('a', 'Ada')]))
    const after = await load(app, admin, list, content)
    expect(after.version).toMatchObject({ n: 1, state: 'done' })
    expect(after.loading?.state).toBe('failed')
    expect(after.loading?.error).toMatch(sentence)
    expect(await captions(admin, after)).toEqual(['Ada'])
    const mended = await load(app, admin, list, fileOf([person('b', 'Ben')]))
    expect(mended.version).toMatchObject({ n: 3, added: 1, removed: 1 })
  })

  test('continue after a worker was killed, and an outdated step writes nothing', async () => {
    const admin = await app.as('admin')
    const list = await aList()
    await load(app, admin, list, fileOf([person('a', 'Ada')]))
    const file = fileOf(many(40))
    await admin.upload(loadListFile, { name: 'list', content: file }, {}, listParams(list))
    const { id } = (await admin.get(getList, { params: listParams(list) })).loading!
    // A worker read a part of the file and was killed.
    await app.db
      .insertInto('list_staged')
      .values({ version_id: id, key: 'half', schema: 'Person', caption: 'Half', properties: '{}' })
      .execute()
    await app.db.deleteFrom('graphile_worker._private_jobs' as never).execute()
    app.clock.advance(180_000)
    const tasks = taskList(app.ctx)
    await tasks.resume_list_loads!({}, { job: { id: '1' } } as never)
    await tasks.load_list!({ id, step: 0 }, { job: { id: '2' } } as never)
    expect((await admin.get(getList, { params: listParams(list) })).version?.n).toBe(1)
    await app.drainJobs()
    const after = await admin.get(getList, { params: listParams(list) })
    expect(after.version).toMatchObject({ n: 2, entries: 40, added: 40, removed: 1 })
    expect(await captions(admin, after, { keyword: 'Half' })).toEqual([])
  })

  test('are removed with their list', async () => {
    const admin = await app.as('admin')
    const list = await admin.get(loadExampleList, {})
    await app.drainJobs()
    expect((await admin.get(getList, { params: listParams(list) })).version).toMatchObject({
      state: 'done',
      entries: 12,
    })
    await admin.get(deleteList, { params: listParams(list) })
    expect((await admin.call(getList, { params: listParams(list) })).status).toBe(404)
    expect((await admin.get(listLists)).items.map(({ id }) => id)).not.toContain(list.id)
  })
})

describe('an address', () => {
  const fetching = async (
    allow: string[],
    work: (address: string, tasks: ReturnType<typeof taskList>) => Promise<void>,
  ) => {
    const site = await startReplaySite()
    const fetcher = openFetcher(openGuard({ allow }), { agentName: 'OgGroupTest/1' })
    try {
      site.set('/list.json', { html: fileOf([person('a', 'Ada')]), type: 'application/json' })
      await work(`${site.origin}/list.json`, taskList({ ...app.ctx, fetchPage: fetcher.fetchPage }))
    } finally {
      await fetcher.close()
      await site.close()
    }
  }

  test('is fetched on its schedule and on request, once for each due time', () =>
    fetching(['127.0.0.0/8'], async (address, tasks) => {
      const list = await aList({ address, every: 'day' })
      expect(list.due_at).not.toBeNull()
      app.clock.advance(2 * 86_400_000)
      const admin = await app.as('admin')
      const [a, b] = [{ job: { id: '1' } }, { job: { id: '2' } }] as never[]
      await Promise.all([tasks.load_due_lists!({}, a!), tasks.load_due_lists!({}, b!)])
      await app.drainJobs(tasks)
      const loaded = await admin.get(getList, { params: listParams(list) })
      expect(loaded.version).toMatchObject({ n: 1, entries: 1, address, file_name: 'list.json' })
      expect(loaded.loading).toBeNull()
      await admin.get(loadListAddress, { params: listParams(list) })
      await app.drainJobs(tasks)
      expect((await admin.get(getList, { params: listParams(list) })).loading?.state).toBe('same')
    }))

  test('that the guard refuses is reported, and no request is sent', () =>
    fetching([], async (address, tasks) => {
      const admin = await app.as('admin')
      const list = await aList({ address })
      await admin.get(loadListAddress, { params: listParams(list) })
      await app.drainJobs(tasks)
      const after = await admin.get(getList, { params: listParams(list) })
      expect(after.loading).toMatchObject({ state: 'failed' })
      expect(after.loading?.error).toMatch(/could not be fetched/)
    }))
})

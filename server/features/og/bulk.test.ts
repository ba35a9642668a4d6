import { describe, expect, test } from 'vitest'
import { bulkOg, deleteOg, getOg, listOgHistory, listOgs, restoreOg } from '#contract/og.api.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { anOg } from './factory.ts'

const app = useTestApp()

describe('one change on many', () => {
  test('changes the selected records with a history entry each, and skips those that the user may not change', async () => {
    const editor = await app.as('editor')
    const other = await app.as('editor')
    const open = await anOg(app.ctx)
    const closed = await anOg(app.ctx, { owner: other.id, write_user: [other.id] })
    const hidden = await anOg(app.ctx, { owner: other.id, read_user: [other.id] })
    const reply = await editor.get(bulkOg, {
      body: { act: 'update', ids: [open.id, closed.id, hidden.id], patch: { danger_level: '一类' } },
    })
    // The hidden record is not even counted as refused.
    expect(reply).toEqual({ done: 1, refused: 1, ids: [open.id] })
    expect((await editor.get(getOg, { params: { id: String(open.id) } })).danger_level).toBe('一类')
    expect((await editor.get(getOg, { params: { id: String(closed.id) } })).danger_level).toBe('待定')
    expect((await other.get(getOg, { params: { id: String(hidden.id) } })).danger_level).toBe('待定')
    const history = await editor.get(listOgHistory, { params: { id: String(open.id) } })
    expect(history.items[0]).toMatchObject({
      act: 'update',
      changes: [{ field: 'danger_level', from: '待定', to: '一类' }],
    })
  })

  test('all that match are changed only if their number is still the one that the user saw', async () => {
    const editor = await app.as('editor')
    for (let n = 0; n < 3; n += 1) await anOg(app.ctx, { name: `Wolfram ${n}` })
    const filter = { keyword: 'wolfram' }
    const stale = await editor.call(bulkOg, { body: { act: 'update', filter, expected: 2, patch: { weight: 5 } } })
    expect(stale.status).toBe(409)
    expect(stale.body.message).toContain('3')
    const done = await editor.get(bulkOg, { body: { act: 'update', filter, expected: 3, patch: { weight: 5 } } })
    expect(done.done).toBe(3)
    expect((await editor.get(listOgs, { query: filter })).items.map(og => og.weight)).toEqual([5, 5, 5])
  })

  test('an editor deletes only their own records, and can restore them', async () => {
    const editor = await app.as('editor')
    const mine = await anOg(app.ctx, { owner: editor.id })
    const theirs = await anOg(app.ctx)
    const deleted = await editor.get(bulkOg, { body: { act: 'delete', ids: [mine.id, theirs.id] } })
    expect(deleted).toEqual({ done: 1, refused: 1, ids: [mine.id] })
    const restored = await editor.get(bulkOg, { body: { act: 'restore', ids: [mine.id] } })
    expect(restored.done).toBe(1)
    expect((await editor.call(getOg, { params: { id: String(mine.id) } })).status).toBe(200)
  })

  test.each([
    ['neither ids nor a filter', { act: 'delete' }],
    ['a filter without the expected count', { act: 'delete', filter: {} }],
    ['an update without a change', { act: 'update', ids: [1] }],
    ['an empty change', { act: 'update', ids: [1], patch: {} }],
    ['a change of a field that is not for many', { act: 'update', ids: [1], patch: { name: 'x' } }],
    ['no ids', { act: 'delete', ids: [] }],
  ])('%s is refused', async (_, body) => {
    const admin = await app.as('admin')
    expect((await admin.call(bulkOg, { body: body as never })).status).toBe(422)
  })
})

describe('the trash', () => {
  test('shows a deleted record only to users who may restore it', async () => {
    const owner = await app.as('editor')
    const other = await app.as('editor')
    const reader = await app.as('reader')
    const og = await anOg(app.ctx, { name: 'Trashed Tungsten', owner: owner.id })
    const params = { id: String(og.id) }
    await owner.get(deleteOg, { params })
    const query = { trash: true, keyword: 'tungsten' }
    expect((await owner.get(listOgs, { query })).total).toBe(1)
    expect((await other.get(listOgs, { query })).total).toBe(0)
    expect((await reader.get(listOgs, { query })).total).toBe(0)
    expect((await other.call(listOgHistory, { params })).status).toBe(404)
    expect((await owner.call(listOgHistory, { params })).status).toBe(200)
    expect((await other.call(restoreOg, { params })).status).toBe(403)
    expect((await reader.call(restoreOg, { params })).status).toBe(403)
  })

  test('is emptied of records that have been in it for 30 days', async () => {
    const admin = await app.as('admin')
    const og = await anOg(app.ctx)
    const params = { id: String(og.id) }
    await admin.get(deleteOg, { params })
    await addJob(app.db, 'purge_og_trash', {})
    await app.drainJobs()
    expect((await admin.get(listOgs, { query: { trash: true, id: [params.id] } })).total).toBe(1)
    app.clock.advance(31 * 86_400_000)
    await addJob(app.db, 'purge_og_trash', {})
    await app.drainJobs()
    app.clock.advance(-31 * 86_400_000)
    expect((await admin.get(listOgs, { query: { trash: true, id: [params.id] } })).total).toBe(0)
  })
})

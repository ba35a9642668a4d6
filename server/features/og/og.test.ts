import { describe, expect, test } from 'vitest'
import {
  createOg,
  deleteOg,
  getOg,
  listOgHistory,
  listOgs,
  restoreOg,
  restoreOgValue,
  updateOg,
} from '#contract/og.api.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { anOg } from './factory.ts'

const test_ = useTestApp()

describe('records', () => {
  test('an editor creates, finds, changes and deletes an organisation', async () => {
    const editor = await test_.as('editor')
    const og = await editor.get(createOg, {
      body: { name: '华东石油 East China Oil', region: 'CN', danger_level: '一类' },
    })
    expect(og).toMatchObject({ owner: editor.id, rev: 1, weight: 0, can: ['update', 'delete', 'restore'] })
    for (const keyword of ['石油', '石', '华东石油', 'china', 'CHIN', 'oi', 'east 石油']) {
      const found = await editor.get(listOgs, { query: { keyword } })
      expect(
        found.items.map(item => item.id),
        keyword,
      ).toContain(og.id)
    }
    const changed = await editor.get(updateOg, { body: { id: og.id, rev: 1, weight: 70, eng_name: 'ECO' } })
    expect(changed).toMatchObject({ rev: 2, weight: 70, eng_name: 'ECO', name: og.name })
    await editor.get(deleteOg, { params: { id: String(og.id) } })
    expect((await editor.call(getOg, { params: { id: String(og.id) } })).status).toBe(404)
    const trash = await editor.get(listOgs, { query: { trash: true } })
    expect(trash.items.map(item => item.id)).toContain(og.id)
    expect((await editor.get(restoreOg, { params: { id: String(og.id) } })).id).toBe(og.id)
    const history = await editor.get(listOgHistory, { params: { id: String(og.id) } })
    expect(history.items.map(entry => entry.act)).toEqual(['restore', 'delete', 'update', 'create'])
    const update = history.items[2]!
    expect(update).toMatchObject({
      username: editor.username,
      changes: expect.arrayContaining([{ field: 'weight', from: 0, to: 70 }]),
    })
    const back = await editor.get(restoreOgValue, {
      params: { id: String(og.id), history_id: String(update.id) },
      body: { field: 'weight' },
    })
    expect(back.weight).toBe(0)
  })

  test('a stale revision is refused with the current record', async () => {
    const editor = await test_.as('editor')
    const og = await anOg(test_.ctx)
    await editor.get(updateOg, { body: { id: og.id, rev: 1, name: 'theirs' } })
    const answer = await editor.call(updateOg, { body: { id: og.id, rev: 1, name: 'mine' } })
    expect(answer.status).toBe(409)
    expect(answer.body.data).toMatchObject({ name: 'theirs', rev: 2 })
  })

  test('of two concurrent writes with the same revision exactly one succeeds', async () => {
    const editor = await test_.as('editor')
    const og = await anOg(test_.ctx)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => editor.call(updateOg, { body: { id: og.id, rev: 1, weight: n + 1 } })),
    )
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
    expect(answers.filter(answer => answer.status === 409)).toHaveLength(7)
  })
})

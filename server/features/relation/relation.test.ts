import { describe, expect, test } from 'vitest'
import { getPerson, listPersonHistory, restorePersonValue, updatePerson } from '#contract/person.api.ts'
import { createRelation, deleteRelation, updateRelation } from '#contract/relation.api.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { hideLinks } from './relation.service.ts'

const test_ = useTestApp()
const at = (id: number) => ({ id: String(id) })
const one = (id: number, relation: number) => ({ id: String(id), relation_id: String(relation) })
const rowsOf = (...ids: number[]) =>
  test_.db.selectFrom('relation').selectAll().where('from_id', 'in', ids).where('to_id', 'in', ids).execute()

describe('relations of persons', () => {
  test('one row is visible from both sides, each with the role of the other', async () => {
    const editor = await test_.as('editor')
    const [son, mother] = [await aPerson(test_.ctx), await aPerson(test_.ctx)]
    const made = await editor.get(createRelation, {
      params: at(son.id),
      body: { person_id: mother.id, type: 'parent', desc: 'by birth', start_time: '1958-10' },
    })
    expect(made).toMatchObject({ person_id: mother.id, person_name: mother.name, type: 'parent', desc: 'by birth' })
    const seen = await editor.get(getPerson, { params: at(mother.id) })
    expect(seen.relations).toEqual([
      expect.objectContaining({ id: made.id, person_id: son.id, type: 'child', start_time: '1958-10' }),
    ])
    expect(await rowsOf(son.id, mother.id)).toMatchObject([{ from_id: mother.id, to_id: son.id, type: 'child' }])
  })

  test('created again from the other side, or reversed if mutual, it is a duplicate', async () => {
    const editor = await test_.as('editor')
    const [a, b] = [await aPerson(test_.ctx), await aPerson(test_.ctx)]
    for (const [of, type] of [
      [a, 'superior'],
      [b, 'friend'],
    ] as const)
      await editor.get(createRelation, { params: at(of.id), body: { person_id: of === a ? b.id : a.id, type } })
    for (const [of, to, type] of [
      [b, a, 'subordinate'],
      [a, b, 'friend'],
    ] as const) {
      const again = await editor.call(createRelation, { params: at(of.id), body: { person_id: to.id, type } })
      expect(again.status).toBe(409)
    }
    expect(await rowsOf(a.id, b.id)).toHaveLength(2)
  })

  test('of many concurrent requests for the same relation, from either side, one succeeds and one row exists', async () => {
    const editor = await test_.as('editor')
    const [a, b] = [await aPerson(test_.ctx), await aPerson(test_.ctx)]
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        n % 2 === 0
          ? editor.call(createRelation, { params: at(a.id), body: { person_id: b.id, type: 'teacher' } })
          : editor.call(createRelation, { params: at(b.id), body: { person_id: a.id, type: 'student' } }),
      ),
    )
    expect(answers.map(answer => answer.status).toSorted()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
    expect(await rowsOf(a.id, b.id)).toHaveLength(1)
  })

  test('a change counts as a change of both persons, and both histories record it', async () => {
    const editor = await test_.as('editor')
    const [a, b] = [await aPerson(test_.ctx), await aPerson(test_.ctx)]
    const made = await editor.get(createRelation, { params: at(a.id), body: { person_id: b.id, type: 'parent' } })
    const turned = await editor.get(updateRelation, { params: one(b.id, made.id), body: { type: 'parent' } })
    expect(turned).toMatchObject({ id: made.id, person_id: a.id, type: 'parent' })
    const seen = await editor.get(getPerson, { params: at(a.id) })
    expect(seen).toMatchObject({ rev: 3, relations: [{ person_id: b.id, type: 'child' }] })
    const stale = await editor.call(updatePerson, { params: at(b.id), body: { rev: 1, name: 'mine' } })
    expect(stale.status).toBe(409)
    await editor.get(deleteRelation, { params: one(a.id, made.id) })
    for (const [of, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const { items } = await editor.get(listPersonHistory, { params: at(of.id) })
      expect(items.map(({ rev, changes }) => [rev, changes[0]?.field])).toEqual([
        [4, 'relations'],
        [3, 'relations'],
        [2, 'relations'],
      ])
      expect(items[0]?.changes[0]).toMatchObject({ from: [{ person_id: other.id }], to: [] })
    }
    expect(await rowsOf(a.id, b.id)).toEqual([])
  })

  test('a user who may change either person may change the relation, a reader may not', async () => {
    const [editor, other, reader] = [await test_.as('editor'), await test_.as('editor'), await test_.as('reader')]
    const kept = { write_user: [other.id] }
    const [locked, open] = [await aPerson(test_.ctx, kept), await aPerson(test_.ctx)]
    const alsoLocked = await aPerson(test_.ctx, kept)
    const body = { person_id: open.id, type: 'friend' } as const
    expect((await editor.call(createRelation, { params: at(locked.id), body })).status).toBe(200)
    const between = { person_id: alsoLocked.id, type: 'friend' } as const
    expect((await editor.call(createRelation, { params: at(locked.id), body: between })).status).toBe(403)
    expect((await reader.call(createRelation, { params: at(locked.id), body })).status).toBe(403)
  })

  test('an unreadable person cannot be related, seen, changed or counted', async () => {
    const editor = await test_.as('editor')
    const [open, hidden] = [await aPerson(test_.ctx), await aPerson(test_.ctx, { read_user: [999_999] })]
    const admin = await test_.as('admin')
    const made = await admin.get(createRelation, {
      params: at(open.id),
      body: { person_id: hidden.id, type: 'spouse' },
    })
    const answer = await editor.call(createRelation, {
      params: at(open.id),
      body: { person_id: hidden.id, type: 'friend' },
    })
    expect(answer.body.errors).toEqual([{ path: 'person_id', message: 'Person not found' }])
    const back = await editor.call(createRelation, {
      params: at(hidden.id),
      body: { person_id: open.id, type: 'friend' },
    })
    expect(back.status).toBe(404)
    expect((await editor.get(getPerson, { params: at(open.id) })).relations).toEqual([])
    for (const call of [
      editor.call(updateRelation, { params: one(open.id, made.id), body: { desc: 'x' } }),
      editor.call(deleteRelation, { params: one(open.id, made.id) }),
      editor.call(deleteRelation, { params: one(hidden.id, made.id) }),
    ])
      expect((await call).status).toBe(404)
    const history = await editor.get(listPersonHistory, { params: at(open.id) })
    expect(JSON.stringify(history)).not.toContain(`"person_id":${hidden.id}`)
    // Replacing all relations that the editor can see leaves the others unchanged.
    await editor.get(updatePerson, { params: at(open.id), body: { relations: [] } })
    expect(await rowsOf(open.id, hidden.id)).toHaveLength(1)
  })

  test('a person’s relations are replaced as a whole, and unchanged ones keep their rows', async () => {
    const editor = await test_.as('editor')
    const [a, b, c, d] = [
      await aPerson(test_.ctx),
      await aPerson(test_.ctx),
      await aPerson(test_.ctx),
      await aPerson(test_.ctx),
    ]
    const write = (relations: { person_id: number; type: 'agent' | 'principal' | 'friend'; desc?: string }[]) =>
      editor.call(updatePerson, { params: at(a.id), body: { relations } })
    const first = await write([
      { person_id: b.id, type: 'principal' },
      { person_id: c.id, type: 'friend' },
    ])
    const kept = first.body.data.relations.find(relation => relation.person_id === b.id)
    const second = await write([
      { person_id: d.id, type: 'friend' },
      { person_id: b.id, type: 'principal', desc: 'since the merger' },
    ])
    expect(second.body.data.relations).toMatchObject([
      { person_id: b.id, id: kept?.id, desc: 'since the merger' },
      { person_id: d.id },
    ])
    const revs = await Promise.all([b, c, d].map(({ id }) => editor.get(getPerson, { params: at(id) })))
    expect(revs.map(person => person.rev)).toEqual([3, 3, 2])
    expect(revs[0]?.relations).toMatchObject([{ person_id: a.id, type: 'agent' }])
    for (const [relations, path] of [
      [[{ person_id: a.id, type: 'friend' }], 'relations.0.person_id'],
      [
        [
          { person_id: b.id, type: 'friend' },
          { person_id: b.id, type: 'friend' },
        ],
        'relations.1.person_id',
      ],
      [
        [
          { person_id: b.id, type: 'friend' },
          { person_id: 999_999, type: 'friend' },
        ],
        'relations.1.person_id',
      ],
    ] as const) {
      const refused = await write([...relations])
      expect(refused.status).toBe(422)
      expect(refused.body.errors?.[0]?.path).toBe(path)
    }
    const { items } = await editor.get(listPersonHistory, { params: at(a.id) })
    const restored = await editor.get(restorePersonValue, {
      params: { ...at(a.id), history_id: String(items[0]?.id) },
      body: { field: 'relations' },
    })
    expect(restored.relations.map(relation => relation.person_id)).toEqual([b.id, c.id])
  })

  test('concurrent writes of two persons’ relations never end in a failure or half a link', async () => {
    const editor = await test_.as('editor')
    const [a, b] = [await aPerson(test_.ctx), await aPerson(test_.ctx)]
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, n) => {
        const [of, to] = n % 2 === 0 ? [a, b] : [b, a]
        const relations = [{ person_id: to.id, type: 'sibling' as const, desc: `${n}` }]
        return editor.call(updatePerson, { params: at(of.id), body: { relations } })
      }),
    )
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect(await rowsOf(a.id, b.id)).toHaveLength(1)
  })
})

test('histories hide every kind of link to unreadable records, and entries that contain nothing else', async () => {
  const [open, hidden] = [await aPerson(test_.ctx), await aPerson(test_.ctx, { read_user: [999_999] })]
  const reader = await test_.as('reader')
  const actor = { kind: 'user', id: reader.id, username: 'r', role: 'reader', sessionId: 1, keys: [reader.id] } as const
  const entry = (field: string, from: unknown, to: unknown) =>
    ({
      id: 1,
      rev: 1,
      act: 'update',
      at: '',
      user_id: 1,
      username: null,
      req_id: '',
      changes: [{ field, from, to }],
    }) as const
  const shown = await hideLinks({ ...test_.ctx, actor }, [
    {
      ...entry('persons', [hidden.id], [open.id, hidden.id]),
      changes: [...entry('persons', [hidden.id], [open.id, hidden.id]).changes],
    },
    {
      ...entry('relations', [], [{ person_id: hidden.id }]),
      changes: [...entry('relations', [], [{ person_id: hidden.id }]).changes],
    },
    { ...entry('name', 'a', 'b'), changes: [{ field: 'name', from: 'a', to: 'b' }] },
  ])
  expect(shown.map(one => one.changes)).toEqual([
    [{ field: 'persons', from: [], to: [open.id] }],
    [{ field: 'name', from: 'a', to: 'b' }],
  ])
})

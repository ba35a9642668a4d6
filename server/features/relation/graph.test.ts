import { describe, expect, test } from 'vitest'
import { ogOverview } from '#contract/overview.api.ts'
import { findPath, ogRelation, personRelation } from '#contract/relation.api.ts'
import { anEvent } from '#server/features/event/factory.ts'
import { anOg } from '#server/features/og/factory.ts'
import { anOgRelation } from '#server/features/og_relation/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const test_ = useTestApp()
const around = (id: number, query: Record<string, string | number> = {}) => ({ params: { id: String(id) }, query })
const keys = (graph: { nodes: { kind: string; id: number }[] }) => graph.nodes.map(({ kind, id }) => `${kind[0]}${id}`)

async function relate(...pairs: [number, number][]) {
  const values = pairs.map(([from_id, to_id]) => ({ from_id, to_id, type: 'friend' }))
  await test_.db.insertInto('relation').values(values).execute()
}

/** A chain a – b – c – d, and a – og – e. */
async function aChain(hidden: object = {}) {
  const [a, c, d] = [await aPerson(test_.ctx), await aPerson(test_.ctx), await aPerson(test_.ctx)]
  const b = await aPerson(test_.ctx, hidden)
  const og = await anOg(test_.ctx, { danger_level: '一类' })
  const e = await aPerson(test_.ctx, { ogs: [og.id], is_focus: true })
  await test_.db.insertInto('membership').values({ person_id: a.id, og_id: og.id, role: 'chair' }).execute()
  await relate([a.id, b.id], [b.id, c.id], [c.id, d.id])
  return { a, b, c, d, e, og }
}

describe('the graph around a record', () => {
  test('grows with the depth, nearest nodes first, over persons and organisations', async () => {
    const reader = await test_.as('reader')
    const { a, b, c, d, e, og } = await aChain()
    const one = await reader.get(personRelation, around(a.id))
    expect(keys(one)).toEqual([`p${a.id}`, `p${b.id}`, `o${og.id}`])
    expect(one).toMatchObject({
      is_cut: false,
      nodes: [{ depth: 0, degree: 2 }, { depth: 1, degree: 2 }, { degree: 2 }],
    })
    expect(one.edges).toEqual([
      expect.objectContaining({ kind: 'relation', from: `p${a.id}`, to: `p${b.id}`, type: 'friend' }),
      expect.objectContaining({ kind: 'membership', from: `p${a.id}`, to: `o${og.id}`, label: 'chair', type: null }),
    ])
    const two = await reader.get(personRelation, around(a.id, { depth: 2 }))
    expect(keys(two).toSorted()).toEqual(
      [a, b, c, e]
        .map(({ id }) => `p${id}`)
        .concat(`o${og.id}`)
        .toSorted(),
    )
    const three = await reader.get(personRelation, around(a.id, { depth: 3 }))
    expect(three.nodes.find(node => node.kind === 'person' && node.id === d.id)?.depth).toBe(3)
    const fromOg = await reader.get(ogRelation, around(og.id, { depth: 2 }))
    expect(keys(fromOg)[0]).toBe(`o${og.id}`)
    expect(fromOg.nodes).toHaveLength(4)
  })

  test('follows and counts only the requested kinds of links', async () => {
    const reader = await test_.as('reader')
    const { a, b, e, og } = await aChain()
    const related = await reader.get(personRelation, around(a.id, { through: 'relation' }))
    expect(keys(related)).toEqual([`p${a.id}`, `p${b.id}`])
    expect(related.nodes[0]?.degree).toBe(1)
    const belonging = await reader.get(personRelation, around(a.id, { through: 'membership', depth: 4 }))
    expect(keys(belonging)).toEqual([`p${a.id}`, `o${og.id}`, `p${e.id}`])
    expect(belonging.is_cut).toBe(false)
  })

  test('an unreadable person in the middle is neither shown, nor passed through, nor counted', async () => {
    const reader = await test_.as('reader')
    const { a, b, c, d } = await aChain({ read_user: [999_999] })
    const graph = await reader.get(personRelation, around(a.id, { depth: 4, through: 'relation' }))
    expect(graph).toEqual({ nodes: [expect.objectContaining({ id: a.id, degree: 0 })], edges: [], is_cut: false })
    const beyond = await reader.get(personRelation, around(c.id, { depth: 4, through: 'relation' }))
    expect(keys(beyond)).toEqual([`p${c.id}`, `p${d.id}`])
    expect(beyond.nodes[0]?.degree).toBe(1)
    expect((await reader.call(personRelation, around(b.id))).status).toBe(404)
    const admin = await test_.as('admin')
    expect((await admin.get(personRelation, around(a.id, { depth: 4, through: 'relation' }))).nodes).toHaveLength(4)
  })

  test('records in the trash are not shown, and an unreadable organisation is not a bridge', async () => {
    const reader = await test_.as('reader')
    const { a, b, og } = await aChain()
    const hidden = await anOg(test_.ctx, { read_user: [999_999] })
    const behind = await aPerson(test_.ctx, { ogs: [hidden.id] })
    await test_.db.insertInto('membership').values({ person_id: a.id, og_id: hidden.id }).execute()
    await test_.db
      .updateTable('person')
      .set({ deleted_at: test_.ctx.now().toISOString() })
      .where('id', '=', b.id)
      .execute()
    const graph = await reader.get(personRelation, around(a.id, { depth: 4 }))
    expect(keys(graph)).toHaveLength(3)
    expect(keys(graph)).toContain(`o${og.id}`)
    expect(keys(graph)).not.toContain(`p${behind.id}`)
    expect((await reader.call(ogRelation, around(hidden.id))).status).toBe(404)
  })

  test('for every node exactly the links to readable records are followed and counted', async () => {
    const [reader, other, admin] = [await test_.as('reader'), await test_.as('editor'), await test_.as('admin')]
    const hub = await aPerson(test_.ctx)
    const deleted_at = test_.ctx.now().toISOString()
    const accesses = {
      open: { read_user: [] },
      unowned: { read_user: [999_999], owner: null },
      listed: { read_user: [reader.id] },
      writer: { read_user: [999_999], write_user: [reader.id] },
      owned: { read_user: [999_999], owner: reader.id },
      trash: { deleted_at },
      closedTrash: { deleted_at, read_user: [reader.id] },
    }
    const ends = new Map<string, string>()
    for (const [name, access] of Object.entries(accesses)) {
      const person = await aPerson(test_.ctx, { name })
      const og = await anOg(test_.ctx, { name })
      await test_.db.updateTable('person').set(access).where('id', '=', person.id).execute()
      await test_.db.updateTable('og').set(access).where('id', '=', og.id).execute()
      await relate([hub.id, person.id])
      await test_.db.insertInto('membership').values({ person_id: hub.id, og_id: og.id }).execute()
      ends.set(`p${person.id}`, name).set(`o${og.id}`, name)
    }
    const seen = async (user: typeof reader) => {
      const { nodes } = await user.get(personRelation, around(hub.id))
      const names = keys({ nodes }).flatMap(key => ends.get(key) ?? [])
      return { degree: nodes[0]?.degree, names: names.toSorted() }
    }
    const twice = (names: string[]) => ({ degree: 2 * names.length, names: [...names, ...names].toSorted() })
    expect(await seen(reader)).toEqual(twice(['open', 'listed', 'writer', 'owned']))
    expect(await seen(other)).toEqual(twice(['open']))
    expect(await seen(admin)).toEqual(twice(['open', 'unowned', 'listed', 'writer', 'owned']))
  })

  test('a limit returns the nearest nodes, no edge without both its ends, and a mark that it was cut', async () => {
    const reader = await test_.as('reader')
    const hub = await aPerson(test_.ctx)
    const near = await Promise.all(Array.from({ length: 12 }, () => aPerson(test_.ctx)))
    const far = await aPerson(test_.ctx)
    await relate(...near.map(({ id }): [number, number] => [hub.id, id]), [near[0]!.id, far.id])
    const cut = await reader.get(personRelation, around(hub.id, { depth: 2, limit: 6 }))
    expect(cut.nodes.map(node => node.depth)).toEqual([0, 1, 1, 1, 1, 1])
    expect(cut.edges).toHaveLength(5)
    expect(cut).toMatchObject({ is_cut: true, nodes: [{ degree: 12 }, {}, {}, {}, {}, {}] })
    const shown = new Set(keys(cut))
    expect(cut.edges.every(edge => shown.has(edge.from) && shown.has(edge.to))).toBe(true)
    const whole = await reader.get(personRelation, around(hub.id, { depth: 2, limit: 14 }))
    expect(whole).toMatchObject({ is_cut: false })
    expect(whole.nodes).toHaveLength(14)
  })

  test('derived links join the record and parties with common persons or events that have no stated link', async () => {
    const reader = await test_.as('reader')
    const [og, twin, partner] = [await anOg(test_.ctx), await anOg(test_.ctx), await anOg(test_.ctx)]
    const closed = await anOg(test_.ctx, { read_user: [(await test_.as('reader')).id] })
    const member = await aPerson(test_.ctx, { ogs: [og.id, twin.id, partner.id, closed.id] })
    await anEvent(test_.ctx, { start_time: '2026-11-20', ogs: [og.id, twin.id] })
    await anOgRelation(test_.ctx, { type: 'partner', from_og_id: partner.id, og_id: og.id })
    const seen = await reader.get(ogRelation, around(og.id, { derived: 8 }))
    expect(seen.edges.filter(edge => edge.kind === 'derived')).toMatchObject([
      { from: `o${og.id}`, to: `o${twin.id}`, common: { persons: 1, events: 1 } },
    ])
    expect(keys(seen).sort()).toEqual([`o${og.id}`, `p${member.id}`, `o${partner.id}`, `o${twin.id}`].sort())
    expect(seen.is_cut).toBe(false)
    // The stated links of a party that is only derived are not part of the graph of this depth.
    expect(seen.edges.some(({ kind, from, to }) => kind !== 'derived' && `${from}${to}`.includes(`o${twin.id}`))).toBe(
      false,
    )
    expect(keys(await reader.get(ogRelation, around(og.id)))).not.toContain(`o${twin.id}`)
    const { counts } = await reader.get(ogOverview, { params: { id: String(og.id) } })
    expect(counts.relations).toBe(2)
  })

  test('cycles end', async () => {
    const reader = await test_.as('reader')
    const [a, b, c] = [await aPerson(test_.ctx), await aPerson(test_.ctx), await aPerson(test_.ctx)]
    await relate([a.id, b.id], [b.id, c.id], [a.id, c.id])
    const graph = await reader.get(personRelation, around(a.id, { depth: 4 }))
    expect(graph.nodes).toHaveLength(3)
    expect(graph.edges).toHaveLength(3)
  })

  test('an invalid depth, limit or kind of link is refused', async () => {
    const reader = await test_.as('reader')
    const { id } = await aPerson(test_.ctx)
    for (const query of [{ depth: 5 }, { depth: 0 }, { limit: 5_001 }, { limit: 'x' }, { through: 'all' }]) {
      const answer = await test_.app.inject({
        url: `/v1/person/relation/${id}?${new URLSearchParams(Object.entries(query).map(([k, v]): [string, string] => [k, String(v)]))}`,
        headers: { authorization: `Bearer ${reader.token}` },
      })
      expect(answer.statusCode, JSON.stringify(query)).toBe(422)
    }
    expect((await reader.call(personRelation, around(987_654_321))).status).toBe(404)
  })
})

test('owners and partners are in the graph with their shares, and paths include them, except through unreadable records', async () => {
  const [admin, reader] = [await test_.as('admin'), await test_.as('reader')]
  const person = await aPerson(test_.ctx)
  const [top, works] = [await anOg(test_.ctx), await anOg(test_.ctx)]
  const closed = await anOg(test_.ctx, { owner: admin.id, read_user: [admin.id] })
  await anOgRelation(test_.ctx, { from_person_id: person.id, og_id: top.id, share: 75 })
  await anOgRelation(test_.ctx, { from_og_id: top.id, og_id: works.id, share: [25, 50] })
  await anOgRelation(test_.ctx, { from_og_id: closed.id, og_id: works.id, share: 20 })
  const at = { params: { id: String(works.id) } }
  const { nodes, edges } = await reader.get(ogRelation, { ...at, query: { depth: '2' } })
  expect(nodes.map(node => [node.kind, node.id, node.depth, node.degree])).toEqual([
    ['og', works.id, 0, 1],
    ['og', top.id, 1, 2],
    ['person', person.id, 2, 1],
  ])
  const reportedOf = edges.toSorted((a, b) => a.id - b.id)
  expect(reportedOf.map(({ from, to, og_type, share }) => [from, to, og_type, share])).toEqual([
    [`p${person.id}`, `o${top.id}`, 'owns', { min: 75, max: 75 }],
    [`o${top.id}`, `o${works.id}`, 'owns', { min: 25, max: 50 }],
  ])
  expect((await admin.get(ogRelation, { ...at, query: { depth: '1' } })).nodes).toHaveLength(3)
  expect((await reader.get(ogRelation, { ...at, query: { depth: '2', through: 'membership' } })).edges).toEqual([])
  const path = await reader.get(findPath, { query: { from: `p${person.id}`, to: `o${works.id}` } })
  expect(path.nodes.map(node => node.id)).toEqual([person.id, top.id, works.id])
})

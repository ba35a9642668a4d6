import { describe, expect, test } from 'vitest'
import { findPath, personRelation } from '#contract/relation.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const test_ = useTestApp()
const between = (from: string, to: string) => ({ query: { from, to } })
const keys = ({ nodes }: { nodes: { kind: string; id: number }[] }) => nodes.map(({ kind, id }) => `${kind[0]}${id}`)

async function relate(...pairs: [number, number][]) {
  const values = pairs.map(([from_id, to_id]) => ({ from_id, to_id, type: 'friend' }))
  await test_.db.insertInto('relation').values(values).execute()
}
const join = (person_id: number, og_id: number, role: string | null = null) =>
  test_.db.insertInto('membership').values({ person_id, og_id, role }).execute()
const persons = (count: number) => Promise.all(Array.from({ length: count }, () => aPerson(test_.ctx)))

describe('the path between two records', () => {
  test('is a shortest one, over persons and organisations, with all links between neighbours', async () => {
    const reader = await test_.as('reader')
    const [a, b, c, d] = (await persons(4)) as [Named, Named, Named, Named]
    const og = await anOg(test_.ctx)
    await relate([a.id, b.id], [b.id, c.id], [c.id, d.id])
    await join(a.id, og.id, 'chair')
    await join(c.id, og.id)
    await test_.db.insertInto('relation').values({ from_id: c.id, to_id: d.id, type: 'sibling' }).execute()
    const way = await reader.get(findPath, between(`p${a.id}`, `p${d.id}`))
    expect(way.nodes).toHaveLength(4)
    expect(keys(way)[0]).toBe(`p${a.id}`)
    expect(keys(way).at(-1)).toBe(`p${d.id}`)
    expect(way.nodes.map(node => node.depth)).toEqual([0, 1, 2, 3])
    expect(way.edges.map(edge => edge.type).filter(type => type === 'sibling')).toHaveLength(1)
    const back = await reader.get(findPath, between(`o${og.id}`, `p${d.id}`))
    expect(keys(back)).toEqual([`o${og.id}`, `p${c.id}`, `p${d.id}`])
    expect(back).toMatchObject({ is_cut: false, edges: { length: 3 } })
  })

  test('leads around a restricted record; if there is no way around, there is no path and no count shows it', async () => {
    const [reader, admin] = [await test_.as('reader'), await test_.as('admin')]
    const [a, d, e, f] = (await persons(4)) as [Named, Named, Named, Named]
    const hidden = await aPerson(test_.ctx, { read_user: [999_999] })
    await relate([a.id, hidden.id], [hidden.id, d.id])
    const ends = between(`p${a.id}`, `p${d.id}`)
    expect(keys(await admin.get(findPath, ends))).toEqual([`p${a.id}`, `p${hidden.id}`, `p${d.id}`])
    expect(await reader.get(findPath, ends)).toEqual({ nodes: [], edges: [], is_cut: false })
    await relate([a.id, e.id], [e.id, f.id], [f.id, d.id])
    const around = await reader.get(findPath, ends)
    expect(keys(around)).toEqual([a, e, f, d].map(({ id }) => `p${id}`))
    expect(around.nodes.map(node => node.degree)).toEqual([1, 2, 2, 1])
    expect(JSON.stringify(around)).not.toContain(`p${hidden.id}`)
    expect((await reader.call(findPath, between(`p${hidden.id}`, `p${d.id}`))).status).toBe(404)
    expect((await reader.call(findPath, between(`p${d.id}`, `p${hidden.id}`))).status).toBe(404)
  })

  test('is found over six links, not over seven; from a record to itself it is that record', async () => {
    const reader = await test_.as('reader')
    const chain = await persons(8)
    await relate(...chain.slice(1).map(({ id }, n): [number, number] => [chain[n]?.id ?? 0, id]))
    const six = await reader.get(findPath, between(`p${chain[0]?.id}`, `p${chain[6]?.id}`))
    expect(keys(six)).toEqual(chain.slice(0, 7).map(({ id }) => `p${id}`))
    const seven = await reader.get(findPath, between(`p${chain[0]?.id}`, `p${chain[7]?.id}`))
    expect(seven).toEqual({ nodes: [], edges: [], is_cut: false })
    const self = await reader.get(findPath, between(`p${chain[0]?.id}`, `p${chain[0]?.id}`))
    expect(self).toMatchObject({ nodes: { length: 1 }, edges: [] })
  })

  test('passes through a hub of 3,000 and around cycles, and reveals nothing that is in the trash', async () => {
    const reader = await test_.as('reader')
    const [a, b, c] = (await persons(3)) as [Named, Named, Named]
    const hub = await aPerson(test_.ctx)
    const made = await test_.db
      .insertInto('person')
      .values(Array.from({ length: 3_000 }, (_, n) => ({ name: `Neighbour ${n}` })))
      .returning('id')
      .execute()
    await relate(...made.map(({ id }): [number, number] => [hub.id, id]))
    const [first, last] = [made[0]?.id ?? 0, made.at(-1)?.id ?? 0]
    await relate([a.id, first], [last, b.id], [b.id, c.id], [c.id, last])
    const way = await reader.get(findPath, between(`p${a.id}`, `p${c.id}`))
    expect(keys(way)).toEqual([a.id, first, hub.id, last, c.id].map(id => `p${id}`))
    const graph = await reader.get(personRelation, { params: { id: String(hub.id) }, query: { limit: 5_000 } })
    expect(graph.nodes).toHaveLength(3_001)
    await test_.db
      .updateTable('person')
      .set({ deleted_at: test_.ctx.now().toISOString() })
      .where('id', '=', hub.id)
      .execute()
    expect((await reader.get(findPath, between(`p${a.id}`, `p${c.id}`))).nodes).toEqual([])
  })

  test('requires keys of nodes as its ends', async () => {
    const reader = await test_.as('reader')
    for (const from of ['7', 'e7', 'p0', 'p-1', "p1' or 1=1", `p${'9'.repeat(30)}`]) {
      const answer = await test_.app.inject({
        url: `/v1/relation/path?${new URLSearchParams({ from, to: 'p1' })}`,
        headers: { authorization: `Bearer ${reader.token}` },
      })
      expect(answer.statusCode, from).toBe(422)
    }
  })
})

type Named = Awaited<ReturnType<typeof aPerson>>

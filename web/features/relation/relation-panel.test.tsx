import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { listOgs } from '#contract/og.api.ts'
import { getPerson, listPersons, type Person } from '#contract/person.api.ts'
import { createRelation, findPath, type GraphEdge, type GraphNode, personRelation } from '#contract/relation.api.ts'
import { ReportBody } from '#contract/report-body.ts'
import { setLocale } from '#web/platform/locale.ts'
import '#web/routes.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { pageOf } from '#web/testing/page-test.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { isIn, yearsOf } from './filter.ts'
import { keyOf, mergeGraphs, visibleGraph } from './graph.ts'
import { neighbourTowards } from './graph-stage.tsx'
import { layOut } from './layout.ts'
import { pathBetween, rankNodes, sanctionedLines } from './measure.ts'
import { blocksOf } from './pin-dialog.tsx'
import RelationPanel, { csvOf } from './relation-panel.tsx'
import { forgetPlaces, readPlaces, storePlaces } from './stored-places.ts'
import type { GraphWords } from './use-words.ts'

const person = (id: number, name: string, depth: number, degree: number): GraphNode => ({
  kind: 'person',
  id,
  name,
  icon: null,
  position: null,
  region: null,
  is_focus: id === 2,
  depth,
  degree,
})
const og: GraphNode = {
  kind: 'og',
  id: 9,
  name: 'Delta',
  icon: null,
  danger_level: '一类',
  region: null,
  depth: 2,
  degree: 1,
}
const edge = (
  id: number,
  from: string,
  to: string,
  type: GraphEdge['type'],
  label: string | null = null,
): GraphEdge => ({
  kind: type ? 'relation' : 'membership',
  id,
  from,
  to,
  type,
  label,
  start_time: null,
  end_time: null,
})

/** Anna – Boris – Clara, Boris – Delta. */
const graph = {
  nodes: [person(1, 'Anna', 0, 1), person(2, 'Boris', 1, 3), person(3, 'Clara', 2, 5), og],
  edges: [edge(1, 'p1', 'p2', 'parent'), edge(2, 'p2', 'p3', 'friend'), edge(1, 'p2', 'o9', null, 'chair')],
  is_cut: false,
}

let api: FakeApi
let complaints: unknown[][] = []

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void complaints.push(args))
  setLocale('en-US')
  api = fakeApi()
  api.on(personRelation, () => graph)
  api.on(getPerson, () => ({ id: 1, can: ['update'] }) as unknown as Person)
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
  expect(api.unknown).toEqual([])
})

const show = () => renderPage(<RelationPanel kind="person" id={1} />, '/person/1')
const press = async (name: string | RegExp) => {
  const button = await screen.findByRole('button', { name })
  await act(async () => void fireEvent.click(button))
}
const nodes = (name = 'Linked parties') => within(screen.getByRole('region', { name }))

describe('the relations of a person', () => {
  it('lists everything in tables with links to the records if nothing can be drawn', async () => {
    await show()
    const link = await screen.findAllByRole('link', { name: 'Boris' })
    expect(link[0]?.getAttribute('href')).toBe('/person/2')
    expect(nodes().getByRole('link', { name: 'Delta' }).getAttribute('href')).toBe('/og/9')
    expect(screen.getByText('Boris is Anna’s parent')).toBeTruthy()
    expect(screen.getByText('Boris is chair at Delta')).toBeTruthy()
    expect(screen.getByText('3 linked parties, 3 links')).toBeTruthy()
    expect(screen.getByText('This browser cannot draw the graph, so the table is shown.')).toBeTruthy()
  })

  it('sorts by the chosen column', async () => {
    await show()
    await screen.findAllByRole('link', { name: 'Boris' })
    const head = within(nodes().getByRole('columnheader', { name: 'All links' })).getByRole('button')
    await act(async () => void fireEvent.click(head))
    await act(async () => void fireEvent.click(head))
    const names = nodes()
      .getAllByRole('link')
      .map(link => link.textContent)
    expect(names).toEqual(['Clara', 'Boris', 'Delta'])
  })

  it('shows the shortest path between two chosen nodes as sentences', async () => {
    await show()
    await press(/^Delta/)
    await press('Path to here')
    expect(screen.getByText('From Anna to Delta in 2 steps')).toBeTruthy()
    const steps = screen.getAllByRole('listitem').map(item => item.textContent)
    expect(steps.slice(0, 2)).toEqual(['Boris is Anna’s parent', 'Boris is chair at Delta'])
    expect(screen.getByText('Anna is a child of Boris, who is chair at Delta.')).toBeTruthy()
    await press('Clear path')
    expect(screen.queryByText('From Anna to Delta in 2 steps')).toBeNull()
  })

  it('shows a path through records outside the visible graph on request, also in Chinese', async () => {
    setLocale('zh-CN')
    api.on(personRelation, () => ({ ...graph, edges: graph.edges.slice(0, 2), nodes: graph.nodes.slice(0, 3) }))
    api.on(findPath, ({ query }) => {
      expect(query).toEqual({ from: 'p1', to: 'p3' })
      return {
        nodes: [person(1, 'Anna', 0, 2), { ...og, id: 8, name: '远东', depth: 1 }, person(3, 'Clara', 2, 5)],
        edges: [edge(7, 'p1', 'o8', null, '董事'), edge(8, 'p3', 'o8', null)],
        is_cut: true,
      }
    })
    await show()
    await screen.findAllByRole('link', { name: 'Boris' })
    await press(/^Clara/)
    await press('到这里的路径')
    expect(screen.getByText('从Anna到Clara，2 步')).toBeTruthy()
    await press('在全部记录中查找')
    expect(await screen.findByText('Anna在远东任董事，Clara也是远东的成员。')).toBeTruthy()
    expect(screen.getByText('关联太多，未能全部检查；可能有更短的路径。')).toBeTruthy()
    expect(nodes('关联方').getByRole('link', { name: '远东' })).toBeTruthy()
  })

  it('connects the two parties of its fields, also one that only a search of all records finds', async () => {
    api.on(listOgs, () => pageOf([{ id: 8, name: 'Far East', aliases: [], host: null, region: null }]) as never)
    api.on(listPersons, () => pageOf([]) as never)
    api.on(findPath, ({ query }) => {
      expect(query).toEqual({ from: 'p2', to: 'o8' })
      return {
        nodes: [person(2, 'Boris', 0, 2), { ...og, id: 8, name: 'Far East', depth: 1 }],
        edges: [edge(7, 'p2', 'o8', null, 'director')],
        is_cut: false,
      }
    })
    await show()
    await screen.findAllByRole('link', { name: 'Boris' })
    const pick = async (field: string, typed: string, name: string) => {
      const box = screen.getByRole('combobox', { name: field })
      await act(async () => void fireEvent.mouseDown(box))
      await act(async () => void fireEvent.change(box, { target: { value: typed } }))
      const option = (await screen.findAllByTitle(name)).at(-1) as HTMLElement
      await act(async () => void fireEvent.click(option))
    }
    await pick('Path: to', 'clar', 'Clara')
    expect(screen.getByText('From Anna to Clara in 2 steps')).toBeTruthy()
    await pick('Path: from', 'bor', 'Boris')
    expect(screen.getByText('From Boris to Clara in 1 step')).toBeTruthy()
    await pick('Path: to', 'far', 'Far East')
    expect(await screen.findByText('Boris is director at Far East.')).toBeTruthy()
    await press('Clear path')
    expect(screen.queryByText(/^From Boris/)).toBeNull()
  })

  it('counts derived links apart from stated ones, and hides them on request', async () => {
    const common = { persons: 2, events: 1 }
    const derived: GraphEdge = { ...edge(5, 'p1', 'p5', null), kind: 'derived', common }
    api.on(personRelation, () => ({
      ...graph,
      nodes: [...graph.nodes, person(5, 'Eve', 1, 0)],
      edges: [...graph.edges, derived],
    }))
    await show()
    expect(await screen.findByText('Anna and Eve: 2 persons, 1 event in common')).toBeTruthy()
    expect(screen.getByText('3 linked parties, 3 links')).toBeTruthy()
    expect(screen.getByText('1 derived link besides')).toBeTruthy()
    await press(/^Derived link/)
    await waitFor(() => expect(screen.queryByText(/in common$/)).toBeNull())
    expect(screen.getByText('3 linked parties, 3 links')).toBeTruthy()
  })

  it('filters by the legend and by years, in the tables as in the drawing', async () => {
    const dated = (one: GraphEdge, start_time: string, end_time: string | null) => ({ ...one, start_time, end_time })
    const [first, second, third] = graph.edges as [GraphEdge, GraphEdge, GraphEdge]
    api.on(personRelation, () => ({ ...graph, edges: [first, second, dated(third, '2001-05', '2004')] }))
    await show()
    await screen.findAllByRole('link', { name: 'Boris' })
    await press('Organisation · Class 1')
    await waitFor(() => expect(nodes().queryByRole('link', { name: 'Delta' })).toBeNull())
    expect(screen.getByText('2 linked parties, 2 links')).toBeTruthy()
    await press('Organisation · Class 1')
    expect(screen.getByText('3 linked parties, 3 links')).toBeTruthy()
    expect(screen.getByText('2 links have no date and are always shown')).toBeTruthy()
    const from = screen.getByRole('slider', { name: 'From year' })
    for (let year = 2001; year < 2005; year += 1)
      await act(async () => void fireEvent.keyDown(from, { key: 'ArrowRight', keyCode: 39 }))
    await waitFor(() => expect(nodes().queryByRole('link', { name: 'Delta' })).toBeNull())
    await press('All years')
    expect(nodes().getByRole('link', { name: 'Delta' })).toBeTruthy()
    await press(/^Focus person/)
    expect(screen.getByText('No links match the filters.')).toBeTruthy()
    await press('Clear all filters')
    expect(screen.getByText('3 linked parties, 3 links')).toBeTruthy()
  })

  it('grows when a node is expanded and shrinks when it is collapsed', async () => {
    await show()
    await press(/^Clara/)
    api.on(personRelation, ({ params }) =>
      params.id === '3'
        ? {
            nodes: [person(3, 'Clara', 0, 5), person(4, 'Dora', 1, 1)],
            edges: [edge(3, 'p3', 'p4', 'sibling')],
            is_cut: true,
          }
        : graph,
    )
    await press('Expand')
    await waitFor(() => expect(nodes().getByRole('link', { name: 'Dora' })).toBeTruthy())
    await press('Collapse')
    await waitFor(() => expect(nodes().queryByRole('link', { name: 'Dora' })).toBeNull())
    expect(nodes().getByRole('link', { name: 'Clara' })).toBeTruthy()
  })

  it('reports that the graph is truncated and offers more', async () => {
    api.on(personRelation, () => ({ ...graph, is_cut: true }))
    await show()
    expect(await screen.findByText('Only the nearest 4 nodes are shown; there are more.')).toBeTruthy()
    await press('Show more')
    await waitFor(() =>
      expect(api.requests(personRelation).at(-1)?.query).toEqual({ depth: '1', limit: '1000', derived: '8' }),
    )
  })

  it('can be retried after a failure', async () => {
    let isDown = true
    api.on(personRelation, () => {
      if (isDown) throw new FakeFailure('internal')
      return graph
    })
    await show()
    await screen.findByRole('alert')
    isDown = false
    await press('Try again')
    expect((await screen.findAllByRole('link', { name: 'Boris' })).length).toBeGreaterThan(0)
  })

  it('lets an editor add the first relation on an empty page, with the other person required', async () => {
    api.on(personRelation, () => ({ nodes: [person(1, 'Anna', 0, 0)], edges: [], is_cut: false }))
    await show()
    expect(await screen.findByText('No relations yet')).toBeTruthy()
    await waitFor(() => screen.getByRole('button', { name: 'Add relation' }))
    await press('Add relation')
    await press('Save')
    expect((await screen.findAllByText('Choose a person')).length).toBeGreaterThan(0)
    expect(api.requests(createRelation)).toEqual([])
  })
})

describe('the graph', () => {
  it('merges graphs without duplicates and shows only reachable nodes', () => {
    const merged = mergeGraphs([graph, graph])
    expect(merged).toMatchObject({ nodes: { length: 4 }, edges: { length: 3 } })
    const none = new Set<string>()
    const seen = visibleGraph(merged, 'p1', { hidden: new Set(['parent'] as const), collapsed: none })
    expect(seen).toMatchObject({ nodes: [{ name: 'Anna' }], edges: [] })
    const folded = visibleGraph(merged, 'p1', { hidden: new Set(), collapsed: new Set(['p2']) })
    expect(folded.nodes.map(node => node.name)).toEqual(['Anna', 'Boris'])
  })

  it('hides a link outside the chosen years, as far as its dates show', () => {
    const of = (start_time: string | null, end_time: string | null) => isIn({ start_time, end_time }, [2000, 2010])
    expect([of('1990', '1999-12'), of('1990', '2000-01'), of('2010-12', null), of('2011', null)]).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect([of(null, null), of(null, '1999'), of(null, '2005')]).toEqual([true, false, true])
    expect(yearsOf([{ start_time: '1998-04', end_time: null }], 2026)).toEqual([1998, 2026])
    expect(yearsOf([{ start_time: null, end_time: null }], 2026)).toBeNull()
  })

  it('finds shortest paths, and none if there is none', () => {
    expect(pathBetween(graph, 'p1', 'o9')).toEqual(['p1', 'p2', 'o9'])
    expect(pathBetween({ nodes: [...graph.nodes, person(7, 'Zoe', 1, 0)], edges: graph.edges }, 'p1', 'p7')).toBeNull()
    expect(pathBetween(graph, 'p1', 'p404')).toBeNull()
  })

  it('adds a picture and a table within a report’s limits to a report, with names as links to their records', () => {
    const odd = person(1, `𠮷${'x'.repeat(600)}`, 0, 1)
    const words = {
      byKey: new Map([
        ['p1', odd],
        ['o9', og],
      ]),
      edgeName: () => 'chair',
    } as unknown as GraphWords
    const edges = Array.from({ length: 300 }, (_, n) => ({ ...edge(n + 1, 'p1', 'o9', null), start_time: '2001' }))
    const stated = {
      attachment_id: 5,
      title: 'Relations of 𠮷',
      note: 'As of today',
      heads: ['From', 'To', 'Type', '', ''],
      sourced: new Set(['membership1']),
    }
    const content = blocksOf({ nodes: [odd, og], edges }, words, stated)
    const { data, error } = z.safeParse(ReportBody, { type: 'doc', content })
    expect(error).toBeUndefined()
    const table = data?.content.find(block => block.type === 'table')
    expect(table?.content).toHaveLength(201)
    expect(JSON.stringify(table?.content[1])).toContain('"noun":"og","id":9,"label":"Delta"')
    const factOf = (row: number) =>
      /"fact","attrs":{[^}]*"field":"(\w+)"/.exec(JSON.stringify(table?.content[row]))?.[1]
    expect([factOf(1), factOf(2)]).toEqual(['link', undefined])
    const undated = edges.map(edge => ({ ...edge, start_time: null }))
    const narrow = blocksOf({ nodes: [odd, og], edges: undated }, words, { ...stated, sourced: new Set() })
    expect(JSON.stringify(narrow[3]).match(/tableHeader/g)).toHaveLength(3)
    const child = blocksOf({ nodes: [], edges: [edge(1, 'p1', 'o9', 'parent')] }, words, stated)[3]
    expect(JSON.stringify(child).match(/"noun":"(\w+)"/g)).toEqual(['"noun":"og"', '"noun":"person"'])
    expect(content.some(block => block.type === 'image' && block.attrs.attachment_id === 5)).toBe(true)
    // If the user cannot read one end of a link, its name and id are absent.
    const [, , , unseen] = blocksOf({ nodes: [], edges: edges.slice(0, 1) }, { ...words, byKey: new Map() }, stated)
    expect(JSON.stringify(unseen)).not.toContain('mention')
  })

  it('saves links as lines in which no name is a formula or breaks its line', () => {
    const nodes = [person(1, '=cmd("x")', 0, 1), person(2, 'Boris, "B"\nPetrov', 1, 1)]
    const names = new Map(nodes.map(node => [keyOf(node), node.name]))
    const words = { nameOf: (key: string) => names.get(key), sentenceOf: () => 'said' } as unknown as GraphWords
    const csv = csvOf({ nodes, edges: [edge(1, 'p1', 'p2', 'parent', '-1+1')] }, words, ['From', 'To'])
    expect(csv).toBe(`\ufeffFrom,To\r\n"'=cmd(""x"")","Boris, ""B""\nPetrov",said,'-1+1,,,p1,p2,relation1\r\n`)
  })

  it('marks the shortest way to each sanctioned party, over stated links only', () => {
    const derived: GraphEdge = { ...edge(9, 'p1', 'o9', null), kind: 'derived', common: { persons: 1, events: 0 } }
    const all = { nodes: graph.nodes, edges: [...graph.edges, derived] }
    expect([...sanctionedLines(all, 'p1', key => key === 'o9')].sort()).toEqual(['o9 p2', 'p1 p2'])
    expect(sanctionedLines(all, 'p1', () => false).size).toBe(0)
    expect(sanctionedLines({ nodes: graph.nodes, edges: [] }, 'p1', () => true).size).toBe(0)
  })

  it('uses the places of the last visit until the session ends, and forgets the oldest graphs', () => {
    localStorage.clear()
    storePlaces('p1', { p1: { x: 0.4, y: -12.7 }, o9: { x: 1e3, y: 5 } })
    expect(readPlaces('p1')).toEqual({ p1: { x: 0, y: -13 }, o9: { x: 1_000, y: 5 } })
    localStorage.setItem('graph-places.o2', '<script> 1 2;p3 x y;p4 1 2')
    expect(readPlaces('o2')).toEqual({ p4: { x: 1, y: 2 } })
    for (let n = 10; n < 30; n += 1) storePlaces(`o${n}`, { p1: { x: 1, y: 1 } })
    expect(readPlaces('p1')).toEqual({})
    expect(readPlaces('o29')).toEqual({ p1: { x: 1, y: 1 } })
    forgetPlaces()
    expect(Object.keys(localStorage).filter(key => key.includes('o29'))).toEqual([])
  })

  it('ranks nodes by the links that it prints', () => {
    expect(rankNodes(graph)[0]).toEqual({ key: 'p2', links: 3, between: 3 })
    expect(
      rankNodes(graph)
        .slice(1)
        .map(rank => rank.between),
    ).toEqual([0, 0, 0])
  })

  it('gives every node its own position, and arrows move to the neighbour in their direction', () => {
    const places = layOut({
      nodes: ['p1', 'p2', 'p3', 'o9'].map((key, depth) => ({ key, depth, size: 10 })),
      edges: graph.edges.map(({ from, to }) => [from, to]),
    })
    expect(new Set(Object.values(places).map(({ x, y }) => `${x} ${y}`)).size).toBe(4)
    for (const { x, y } of Object.values(places)) expect(Number.isFinite(x + y)).toBe(true)
    const links = new Map([['p1', graph.edges.slice(0, 1)]])
    const at = { p1: { x: 0, y: 0 }, p2: { x: 5, y: 1 } }
    expect(neighbourTowards('p1', 'ArrowRight', links, at)).toBe('p2')
    expect(neighbourTowards('p1', 'ArrowLeft', links, at)).toBeUndefined()
  })
})

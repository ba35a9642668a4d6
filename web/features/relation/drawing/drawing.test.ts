import { describe, expect, it } from 'vitest'
import type { GraphEdge, GraphNode } from '#contract/relation.api.ts'
import { contrast } from '#web/platform/color.ts'
import { keyOf } from '../graph.ts'
import { bundle, headOf, reverseLabel } from './bundle.ts'
import { LabelSpace } from './label-space.ts'
import { type DrawingMark, dottedLines, groundOf, marksOver } from './marks.ts'
import { modelOf, sceneOf } from './model.ts'
import { dangerColours, labelsOf, lettersOf, type Palette } from './palette.ts'
import type { Focus, Scene } from './scene.ts'
import { svgOf } from './svg.ts'

const palette: Palette = {
  text: '#000',
  text2: '#333',
  line: '#999',
  past: '#ccc',
  risk: '#d00',
  faint: '#eee',
  surface: '#fff',
  primary: '#00f',
  person: '#666666',
  star: '#a60',
  gravestEdge: '#9b1239',
  danger: { 受制裁: '#991111', 一类: '#bb3300', 二类: '#775500', 中性: '#115599', 待定: '#556666' },
  font: 'sans-serif',
}
const person = (id: number, name: string, more: Partial<GraphNode> = {}) =>
  ({
    kind: 'person',
    id,
    name,
    icon: null,
    position: null,
    region: null,
    is_focus: false,
    depth: id === 1 ? 0 : 1,
    degree: 1,
    ...more,
  }) as GraphNode
const link = (
  id: number,
  from: string,
  to: string,
  type: GraphEdge['type'],
  more: Partial<GraphEdge> = {},
): GraphEdge => ({
  kind: type ? 'relation' : 'membership',
  id,
  from,
  to,
  type,
  label: null,
  start_time: null,
  end_time: null,
  ...more,
})
const nobody: Focus = { root: 'p1', selected: null, hovered: null, path: [], lit: null }
const measure = (text: string, size: number) => [...text].length * size * 0.6
const words = { edgeName: (edge: GraphEdge) => edge.type ?? edge.label ?? 'member', today: '2026-11-22' }

function aScene(
  nodes: GraphNode[],
  edges: GraphEdge[],
  at: (n: number) => { x: number; y: number },
  focus = nobody,
): Scene {
  const places = Object.fromEntries(nodes.map((node, n) => [keyOf(node), at(n)]))
  const model = modelOf({ nodes, edges }, 'p1', palette, words)
  return sceneOf(model, (key, radius) => ({ ...places[key]!, radius }), { focus, width: 1_000, height: 600 })
}

type Text = Extract<DrawingMark, { kind: 'text' }>
const textsOf = (scene: Scene) =>
  marksOver(scene, palette, measure).filter((mark): mark is Text => mark.kind === 'text' && mark.hasHalo)

describe('a picture of connections', () => {
  it('marks who is on a list or has hits to decide, and not in pictures for others', () => {
    const nodes = [1, 2, 3, 4].map(id => person(id, `Person ${id}`))
    const standings = new Map([
      ['p2', 'sanctioned'],
      ['p3', 'open'],
    ] as const)
    const model = modelOf({ nodes, edges: [] }, 'p1', palette, { ...words, standings })
    const lettersOf = (of: typeof model, radius: number) => {
      const place = (key: string) => ({ x: 100 * Number(key.slice(1)), y: 100, radius })
      const scene = sceneOf(of, place, { focus: nobody, width: 1_000, height: 600 })
      return marksOver(scene, palette, measure).flatMap(mark =>
        mark.kind === 'text' && /^[!?]$/.test(mark.text)
          ? [mark.text]
          : mark.kind === 'ring' && radius < 7 && mark.colour !== palette.text
            ? [mark.colour]
            : [],
      )
    }
    expect(lettersOf(model, 20)).toEqual(['!', '?'])
    expect(lettersOf(model, 4)).toEqual([palette.danger.受制裁, palette.danger.二类])
    expect(lettersOf(modelOf({ nodes, edges: [] }, 'p1', palette, words), 20)).toEqual([])
  })

  it('draws the gravest level in a red that white letters are readable on, also in the dark', () => {
    for (const { 受制裁: red } of [dangerColours.light, dangerColours.dark])
      expect(contrast('#ffffff', red)).toBeGreaterThan(7)
  })

  it('has one line for all that links two, with all names and the ways they lead', () => {
    const edges = [
      link(1, 'p1', 'p2', 'parent'),
      link(2, 'p1', 'p2', 'student', { start_time: '2001', end_time: '2004-05' }),
      link(3, 'p2', 'p1', 'friend'),
    ]
    const [one, ...others] = bundle(edges, words.edgeName, words.today)
    expect(others).toEqual([])
    expect(one).toMatchObject({
      label: 'parent · student · friend',
      isArrowAtA: true,
      isArrowAtB: false,
      isPast: false,
    })
    expect(one?.dated).toBe('parent · student 2001 – 2004-05 · friend')
    const back = bundle([link(1, 'p1', 'p2', 'parent'), link(2, 'p2', 'p1', 'parent')], words.edgeName, words.today)
    expect(back[0]?.label).toBe('parent ◂ · parent ▸')
    expect(reverseLabel(back[0]?.label ?? '')).toBe('parent ▸ · parent ◂')
  })

  it('draws arrows from a parent to the child, from a member to the organisation, and none between friends', () => {
    expect(headOf(link(1, 'p1', 'p2', 'parent'))).toBe('p1')
    expect(headOf(link(1, 'p1', 'o2', null))).toBe('o2')
    expect(headOf(link(1, 'p1', 'p2', 'friend'))).toBeNull()
  })

  it('decides whether a link has ended by the precision of its date', () => {
    const isPast = (end_time: string | null) =>
      bundle([link(1, 'p1', 'p2', 'friend', { end_time })], words.edgeName, words.today)[0]?.isPast
    expect([isPast('2025'), isPast('2026'), isPast('2026-10'), isPast('2026-11-22'), isPast('2026-11-21')]).toEqual([
      true,
      false,
      true,
      false,
      true,
    ])
    expect(isPast(null)).toBe(false)
  })

  it('never draws one name over another, however close, long or strange they are', () => {
    const names = ['李'.repeat(200), '𠮷田太郎', 'محمد بن عبد الله', 'A', 'Ana María']
    const nodes = Array.from({ length: 120 }, (_, n) => person(n + 1, names[n % 5] ?? ''))
    const edges = nodes.slice(1).map((node, n) => link(n, 'p1', keyOf(node), 'parent'))
    const scene = aScene(nodes, edges, n => ({ x: 50 + ((n * 137) % 900), y: 50 + ((n * 53) % 500) }))
    const upright = textsOf(scene).filter(mark => mark.angle === 0)
    expect(upright.length).toBeGreaterThan(5)
    const room = new LabelSpace()
    for (const { at, text, size } of upright) {
      const width = measure(text, size)
      expect(room.take({ x: at.x - width / 2, y: at.y - size / 2, width, height: size }), text).toBe(true)
    }
    expect(upright.every(({ text }) => [...text].length <= 24)).toBe(true)
  })

  it('shows the initials of each node, also where its name has no room', () => {
    const crowd = (n: number) => ({ x: 480 + 14 * (n % 4), y: 280 + 14 * Math.floor(n / 4) })
    const nodes = Array.from({ length: 12 }, (_, n) => person(n + 1, `Anna Maria van Berg${n}`))
    const texts = marksOver(aScene(nodes, [], crowd), palette, measure).flatMap(mark =>
      mark.kind === 'text' ? [mark.text] : [],
    )
    expect(texts.filter(text => text === 'AMB')).toHaveLength(12)
    // A face has no letters: the short name is next to it.
    const faces = nodes.map(node => ({ ...node, icon: 'data:image/webp;base64,AA' }))
    expect(textsOf(aScene(faces, [], crowd))).toHaveLength(12)
  })

  it('gives a name its initials, without of and van, and its first letter if it is one word', () => {
    const names = ['Senate Committee on Finance', 'van der Berg', '中国银行', 'Boeing', '欧阳 建国', '']
    expect(names.map(lettersOf)).toEqual(['SCF', 'VDB', '中', 'B', '欧建', ''])
  })

  it('cuts long names so that they differ', () => {
    const names = ['Senate Committee on Armed Services', 'Senate Committee on Armed Forces: Air and Land', 'Boeing']
    expect(labelsOf(names)).toEqual(['Senate Com…rmed Services', 'Senate Com…Air and Land', 'Boeing'])
  })

  it('draws derived links as dots, ended ones pale, and the way to a sanctioned party red', () => {
    const nodes = [1, 2, 3, 4].map(id => person(id, `Person ${id}`))
    const common = { persons: 0, events: 2 }
    const derived = { ...link(2, 'p1', 'p2', null), kind: 'derived' as const, common }
    const edges = [derived, link(1, 'p1', 'p3', 'friend', { end_time: '2001' }), link(2, 'p1', 'p4', 'friend')]
    const places = Object.fromEntries(nodes.map((node, n) => [keyOf(node), { x: 100 * n, y: 50 * n, radius: 10 }]))
    const model = modelOf({ nodes, edges }, 'p1', palette, { ...words, risk: new Set(['p1 p4']) })
    const scene = sceneOf(model, key => places[key], { focus: nobody, width: 1_000, height: 600 })
    const lines = groundOf(scene, palette).flatMap(mark => (mark.kind === 'line' ? [mark] : []))
    expect(lines.map(({ colour, isDotted }) => [colour, isDotted])).toEqual([
      [palette.line, true],
      [palette.past, false],
      [palette.risk, false],
    ])
    expect(dottedLines(scene, palette)).toEqual(lines.slice(0, 1))
    expect(marksOver(scene, palette, measure).filter(mark => mark.kind === 'arrow')).toEqual([])
    // A stated link between the same two makes the line solid.
    const both = bundle([derived, link(3, 'p1', 'p2', 'friend')], words.edgeName, words.today)
    expect(both.map(({ isDerived }) => isDerived)).toEqual([false])
  })

  it('shows levels as rings, and a second line below a name', () => {
    const og = { kind: 'og', id: 9, name: 'Delta', icon: null, region: null, depth: 0, degree: 1 } as const
    const nodes = [
      { ...og, danger_level: '一类' },
      { ...og, id: 8, name: 'Gamma', danger_level: '待定' },
    ]
    const noteOf = (key: string) => (key === 'o9' ? '52% in effect' : null)
    const model = modelOf({ nodes, edges: [] }, 'p1', palette, { ...words, noteOf })
    const scene = sceneOf(model, key => ({ x: 300 * (Number(key.slice(1)) - 7), y: 200, radius: 16 }), {
      ...{ focus: nobody, width: 1_000, height: 600 },
    })
    const rings = marksOver(scene, palette, measure).flatMap(mark => (mark.kind === 'ring' ? [mark.colour] : []))
    expect(rings).toEqual([palette.danger.一类])
    const [name, note] = textsOf(scene).filter(({ text }) => /Delta|effect/.test(text))
    expect([name?.text, note?.text]).toEqual(['Delta', '52% in effect'])
    expect(note?.at.y).toBeGreaterThan(name?.at.y ?? 1e9)
  })

  it('names the record in any crowd', () => {
    const nodes = Array.from({ length: 400 }, (_, n) => person(n + 1, n === 0 ? 'Anna' : `Neighbour ${n}`))
    const edges = nodes.slice(1).map((node, n) => link(n, 'p1', keyOf(node), 'friend'))
    const scene = aScene(nodes, edges, n =>
      n === 0 ? { x: 500, y: 300 } : { x: 480 + (n % 20) * 3, y: 270 + (n / 20) * 4 },
    )
    expect(textsOf(scene).map(({ text }) => text)).toContain('Anna')
  })

  it('names the record first, and a link if there is room on its line', () => {
    const nodes = [person(1, 'Anna'), person(2, 'Boris')]
    const edges = [link(1, 'p1', 'p2', 'parent')]
    const wide = textsOf(aScene(nodes, edges, n => ({ x: 200 + n * 400, y: 300 })))
    expect(wide.map(({ text }) => text).sort()).toEqual(['Anna', 'Boris', 'parent'])
    const close = textsOf(aScene(nodes, edges, n => ({ x: 200 + n * 80, y: 300 })))
    expect(close.map(({ text }) => text).sort()).toEqual(['Anna', 'Boris'])
  })

  it('fades everything outside the focus, and shows the dates of the links in it', () => {
    const nodes = [person(1, 'Anna'), person(2, 'Boris'), person(3, 'Clara')]
    const edges = [link(1, 'p1', 'p2', 'parent', { start_time: '1980' }), link(2, 'p1', 'p3', 'friend')]
    const focus = { ...nobody, hovered: 'p2', lit: new Set(['p1', 'p2']) }
    const scene = aScene(nodes, edges, n => ({ x: 100 + n * 400, y: 300 + (n % 2) * 100 }), focus)
    expect(
      textsOf(scene)
        .map(({ text }) => text)
        .sort(),
    ).toEqual(['Anna', 'Boris', 'parent 1980 – …'])
    const shapes = groundOf(scene, palette).filter(mark => mark.kind === 'shape')
    expect(shapes.map(mark => mark.colour)).toEqual([palette.person, palette.person, palette.faint])
  })

  it('shows faces, otherwise initials, and a star on focus persons', () => {
    const nodes = [person(1, '𠮷田太郎'), person(2, 'Boris', { icon: 'data:image/webp;base64,AA', is_focus: true })]
    const marks = marksOver(
      aScene(nodes, [link(1, 'p1', 'p2', 'friend')], n => ({ x: 200 + n * 300, y: 300 })),
      palette,
      measure,
    )
    expect(marks.filter(mark => mark.kind === 'face')).toHaveLength(1)
    expect(marks.filter(mark => mark.kind === 'star')).toHaveLength(1)
    expect(marks.filter((mark): mark is Text => mark.kind === 'text' && !mark.hasHalo).map(({ text }) => text)).toEqual(
      ['𠮷'],
    )
  })

  it('is an image file in which no name can be markup', () => {
    const nodes = [person(1, '<script>alert(1)</script> & "x"\u0001'), person(2, 'Boris')]
    const scene = aScene(nodes, [link(1, 'p1', 'p2', null, { label: '</text>' })], n => ({ x: 200 + n * 400, y: 300 }))
    const marks = [...groundOf(scene, palette), ...marksOver(scene, palette, measure)]
    const svg = svgOf(marks, { width: 1_000, height: 600, title: nodes[0]!.name, palette })
    const read = new DOMParser().parseFromString(svg, 'image/svg+xml')
    expect(svg).not.toContain('<script')
    expect(svg).not.toContain('\u0001')
    expect(svg).toContain('&lt;/text&gt;')
    expect(read.querySelectorAll('line')).toHaveLength(1)
  })
})

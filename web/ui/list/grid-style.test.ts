import { expect, it } from 'vitest'
import { readColumns } from './columns.ts'
import { gridStyle } from './grid-style.ts'
import type { Column } from './list-config.ts'
import type { GridColumn } from './use-grid-columns.ts'

const cell = () => null
const name: Column<unknown> = { id: 'name', title: '', cell, width: 220, minWidth: 120, grows: true, isPinned: true }
const place: Column<unknown> = { id: 'place', title: '', cell, width: 180 }
const acts: Column<unknown> = { id: 'acts', title: '', cell, width: 56, isActs: true }

const columns: GridColumn<unknown>[] = [
  { column: name, width: 220, left: 0, isAtEnd: false, isLastPinned: true },
  { column: place, width: 180, left: undefined, isAtEnd: false, isLastPinned: false },
  { column: acts, width: 56, left: undefined, isAtEnd: true, isLastPinned: false },
]
const state = { ...readColumns([name, place, acts], {}), least: { place: 112 } }
const styleIn = (room: number | null, chosen: Record<string, number> = {}) =>
  gridStyle(columns, { state, chosen, isSelectable: true, height: 36, room })

it('gives the name what is left, and texts their width where there is room', () => {
  const { style, total } = styleIn(1000)
  expect(style['--w-name']).toBe('minmax(220px, 1fr)')
  expect(style['--w-place']).toBe('minmax(112px, 180px)')
  expect(style['--w-acts']).toBe('minmax(56px, 56px)')
  expect(style['--tracks']).toBe('40px var(--w-name) var(--w-place) minmax(0, auto) var(--w-acts)')
  expect(total).toBe(40 + 220 + 112 + 56)
})

it('lets the name give way before anything scrolls, as far as it must and no further than it may', () => {
  expect(styleIn(400).total).toBe(400)
  expect(styleIn(400).style['--w-name']).toBe(`minmax(${220 - 28}px, 1fr)`)
  expect(styleIn(200).total).toBe(40 + 120 + 112 + 56)
})

it('leaves a width that its reader chose', () => {
  expect(styleIn(200, { name: 220 }).style['--w-name']).toBe('minmax(220px, 220px)')
})

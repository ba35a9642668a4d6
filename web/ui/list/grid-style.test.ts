import { expect, it } from 'vitest'
import { readColumns } from './columns.ts'
import type { Column } from './list-config.ts'
import { gridStyle } from './list-grid.tsx'
import type { GridColumn } from './use-grid-columns.ts'

const cell = () => null
const name: Column<unknown> = { id: 'name', title: '', cell, width: 220, minWidth: 120, grows: true, isPinned: true }
const place: Column<unknown> = { id: 'place', title: '', cell, width: 180 }
const acts: Column<unknown> = { id: 'acts', title: '', cell, width: 56, isActs: true }

const columns: GridColumn<unknown>[] = [
  { column: name, width: 220, left: 0, isAtEnd: false, isLastPinned: true, isFolded: false },
  { column: place, width: 180, left: undefined, isAtEnd: false, isLastPinned: false, isFolded: false },
  { column: acts, width: 56, left: undefined, isAtEnd: true, isLastPinned: false, isFolded: false },
]
const state = { ...readColumns([name, place, acts], {}), least: { place: 112 } }
const styleIn = (room: number | null, chosen: Record<string, number> = {}) =>
  gridStyle(columns, { state, chosen, isSelectable: true, height: 36, room })

it('gives the name the remaining width, and texts their width if there is room', () => {
  const { style, total } = styleIn(1000)
  expect(style['--w-name']).toBe('minmax(220px, 1fr)')
  expect(style['--w-place']).toBe('minmax(112px, 180px)')
  expect(style['--w-acts']).toBe('minmax(56px, 56px)')
  expect(style['--tracks']).toBe('40px var(--w-name) var(--w-place) minmax(0, auto) var(--w-acts)')
  expect(total).toBe(40 + 220 + 112 + 56)
})

it('shrinks the name before anything scrolls, only as far as necessary and allowed', () => {
  expect(styleIn(400).total).toBe(400)
  expect(styleIn(400).style['--w-name']).toBe(`minmax(${220 - 28}px, 1fr)`)
  expect(styleIn(200).total).toBe(40 + 120 + 112 + 56)
})

it('keeps a share of the width for a long name, and lets the rest scroll', () => {
  const long = columns.map(each => (each.column === name ? { ...each, width: 500 } : each))
  const { style, total } = gridStyle(long, { state, chosen: {}, isSelectable: true, height: 36, room: 500 })
  expect(style['--w-name']).toBe('minmax(292px, 1fr)')
  expect(total).toBe(500)
  const narrow = gridStyle(long, { state, chosen: {}, isSelectable: true, height: 36, room: 340 })
  expect(narrow.style['--w-name']).toBe('minmax(136px, 1fr)')
  expect(narrow.total).toBe(40 + 136 + 112 + 56)
})

it('keeps a width that the user chose', () => {
  expect(styleIn(200, { name: 220 }).style['--w-name']).toBe('minmax(220px, 220px)')
})

import { expect, test } from 'vitest'
import { firstLine, judgeRows, type QueueRow, showsText } from './judge.ts'
import type { Truth } from './site-data.ts'

const row = (round: number, path: string, line: string): QueueRow => ({
  ...{ round, paths: [path], line, reasons: '', score: 50 },
})
const truth: Truth = {
  must: [
    { id: 'a', round: 1, urls: ['/prices'], kind: 'value', shows: ['640'] },
    { id: 'b', round: 1, urls: ['/staff'], kind: 'person_removed', shows: ['Anna Lupan'] },
    { id: 'c', round: 2, urls: ['/old'], kind: 'page_gone', shows: ['removed: '] },
  ],
  may: [{ round: 1, urls: ['*'], most: 1, why: 'sidebar' }],
}

test('a change is found by a row of its path and round, and shown if the first line contains one of its texts', () => {
  const { seen, missed, rows } = judgeRows(truth, [
    row(1, '/prices', 'changed: Soybean 595 → 640'),
    row(2, '/staff', ''),
  ])
  expect(seen.map(({ change, isShown }) => [change.id, isShown])).toEqual([['a', true]])
  expect(missed.map(({ id }) => id)).toEqual(['b', 'c'])
  expect(rows.map(({ verdict }) => verdict)).toEqual(['true', 'false'])
})

test('a row that only shows noise of the page finds its change without showing it', () => {
  const { seen } = judgeRows(truth, [row(1, '/prices', 'changed: You are visitor 1,640')])
  expect(seen.map(({ isShown }) => isShown)).toEqual([false])
})

test('rows that may follow are accepted up to their number, the next is false', () => {
  const { rows } = judgeRows(truth, [row(1, '/x', ''), row(1, '/y', ''), row(2, '/x', '')])
  expect(rows.map(({ verdict }) => verdict)).toEqual(['may', 'false', 'false'])
})

test('a page that is gone may be found in a later round, once', () => {
  const { seen, rows } = judgeRows(truth, [row(3, '/old', 'removed: The old page'), row(5, '/old', 'removed: again')])
  expect(seen).toMatchObject([{ change: { id: 'c' }, isShown: true }])
  expect(rows.map(({ verdict }) => verdict)).toEqual(['true', 'false'])
})

test('a number is not found within a longer number, and spacing, width and case are ignored', () => {
  expect(showsText('price 1,640', '640')).toBe(false)
  expect(showsText('price 6405', '640')).toBe(false)
  expect(showsText('price 640.', '640')).toBe(true)
  expect(showsText('ANNA\n LUPAN， left', 'Anna Lupan, left')).toBe(true)
})

test('the first line is the kind with the target of a redirect, or else the excerpt', () => {
  expect(firstLine({ kind: 'changed', moved_to: null, excerpt: 'a' })).toBe('changed: a')
  expect(firstLine({ kind: 'changed', moved_to: 'http://x/', excerpt: 'a' })).toBe('changed: http://x/')
})

test('a cluster finds the change of its first page, and of other pages only a change that its line shows', () => {
  const cluster = { ...row(1, '/x', 'changed: plant a tree'), paths: ['/x', '/prices', '/staff'] }
  expect(judgeRows(truth, [cluster]).seen).toEqual([])
  const shown = { ...cluster, line: 'removed: Anna Lupan' }
  expect(judgeRows(truth, [shown]).seen.map(({ change }) => change.id)).toEqual(['b'])
  expect(judgeRows(truth, [{ ...cluster, paths: ['/prices', '/x'] }]).seen.map(({ change }) => change.id)).toEqual([
    'a',
  ])
})

test('a person who left is found later by the row that the own page is gone, not by another change of the list', () => {
  const left: Truth = {
    must: [{ id: 'p', round: 1, urls: ['/board', '/board/anna'], kind: 'person_removed', shows: ['Anna Lupan'] }],
    may: [],
  }
  expect(judgeRows(left, [row(2, '/board', 'changed: Chair')]).seen).toEqual([])
  expect(judgeRows(left, [row(2, '/board/anna', 'removed: Anna Lupan, member')]).seen).toMatchObject([
    { isShown: true },
  ])
})

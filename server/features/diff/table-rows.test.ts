import { expect, test } from 'vitest'
import { extractHtml } from '#server/text/extract.ts'
import { compareExtracts } from './compare.ts'

const table = (rows: [string, string][]) =>
  extractHtml(
    `<table>${rows.map(([name, price]) => `<tr><td>${name}</td><td>${price}</td></tr>`).join('')}</table>`,
    'https://port.example/',
  )

test('rows in another order are no change', () => {
  const rows: [string, string][] = [
    ['Soybean', '595'],
    ['Maize', '210'],
    ['Wheat', '244'],
  ]
  const { hunks } = compareExtracts(table(rows), table(rows.toReversed()))
  expect(hunks.filter(({ kind }) => kind !== 'moved')).toEqual([])
})

test('a row that moved and changed is one changed row', () => {
  const { hunks } = compareExtracts(
    table([
      ['Soybean', '595'],
      ['Maize', '210'],
      ['Wheat', '244'],
    ]),
    table([
      ['Wheat', '251'],
      ['Maize', '210'],
      ['Soybean', '595'],
    ]),
  )
  const changed = hunks.filter(({ kind }) => kind !== 'moved')
  expect(changed.map(({ kind, before, after }) => [kind, before[0]?.text, after[0]?.text])).toEqual([
    ['changed', 'Wheat 244', 'Wheat 251'],
  ])
})

test('rows with a label that several rows have are compared in their order', () => {
  const before = table([
    ['Grain', '1'],
    ['Grain', '2'],
  ])
  const { hunks } = compareExtracts(
    before,
    table([
      ['Grain', '1'],
      ['Grain', '3'],
    ]),
  )
  expect(hunks.map(({ kind, after }) => [kind, after[0]?.text])).toEqual([['changed', 'Grain 3']])
})

test('a person in the place of another with a similar post is another row', () => {
  const { hunks } = compareExtracts(
    table([
      ['Anna Berg', 'Chair'],
      ['Karin Juhl', 'Member for the pilots'],
    ]),
    table([
      ['Anna Berg', 'Chair'],
      ['Maja Ravn', 'Member for the city'],
    ]),
  )
  expect(hunks.map(({ kind }) => kind).toSorted()).toEqual(['added', 'removed'])
})

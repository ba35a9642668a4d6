import { expect, test } from 'vitest'
import { extractHtml } from '#server/text/extract.ts'
import { compareExtracts } from './compare.ts'
import { rowsOf } from './view-rows.ts'

const page = (firstNote: number, added: string, link = '/rules') =>
  extractHtml(
    `<main><h1>Manual</h1>${[0, 1, 2].map(n => `<p>Chapter ${n} of the manual describes its rules. <a href="#id${firstNote + n}">note</a></p>`).join('')}
      <p>See <a href="${link}">the rules</a>.</p>${added}</main>`,
    'https://policy.example/',
  )

const kindsOf = (before: ReturnType<typeof page>, after: ReturnType<typeof page>) =>
  rowsOf(compareExtracts(before, after), before, after).map(({ kind, after: side }) => [kind, side?.text.slice(0, 9)])

test('renumbered footnotes are no rows next to a change of the text', () => {
  expect(kindsOf(page(16, ''), page(18, '<p>A tag names its author.</p>'))).toEqual([
    ['same', 'Manual'],
    ['same', 'Chapter 0'],
    ['same', 'Chapter 1'],
    ['same', 'Chapter 2'],
    ['same', 'See the r'],
    ['added', 'A tag nam'],
  ])
})

test('they are shown if nothing else differs, and a link to another page always is', () => {
  expect(kindsOf(page(16, ''), page(18, '')).map(([kind]) => kind)).toEqual(['same', 'link', 'link', 'link', 'same'])
  expect(kindsOf(page(16, ''), page(18, '', '/other')).map(([kind]) => kind)).toEqual([
    'same',
    'same',
    'same',
    'same',
    'link',
  ])
})

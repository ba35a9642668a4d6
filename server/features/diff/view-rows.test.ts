import { expect, test } from 'vitest'
import { extractHtml } from '#server/text/extract.ts'
import { compareExtracts } from './compare.ts'
import { rowsOf } from './view-rows.ts'

type Page = { firstNote: number; added?: string; link?: string; chapters?: number; menu?: string }

function page({ firstNote, added = '', link = '/rules', chapters = 5, menu = 'Visits: 1200' }: Page) {
  const texts = Array.from(
    { length: chapters },
    (_, n) => `<p>Chapter ${n} of the manual describes its rules. <a href="#id${firstNote + n}">note</a></p>`,
  )
  return extractHtml(
    `<main><h1>Manual</h1>${texts.join('')}<p>See <a href="${link}">the rules</a>.</p>${added}</main><footer>${menu}</footer>`,
    'https://policy.example/',
  )
}

function changesOf(before: Page, after: Page): string[] {
  const [old, now] = [page(before), page(after)]
  return rowsOf(compareExtracts(old, now), old, now)
    .filter(({ kind }) => kind !== 'same')
    .map(({ kind, after: side }) => `${kind} ${side?.text.slice(0, 9)}`)
}

test('renumbered footnotes are no rows next to a change of the text', () => {
  expect(changesOf({ firstNote: 16 }, { firstNote: 26, added: '<p>A tag names its author.</p>' })).toEqual([
    'added A tag nam',
  ])
  expect(changesOf({ firstNote: 16 }, { firstNote: 26, link: '/other' })).toEqual(['link See the r'])
})

test('they are rows if nothing else differs, or only the frame of the page', () => {
  expect(changesOf({ firstNote: 16 }, { firstNote: 26 })).toHaveLength(5)
  expect(changesOf({ firstNote: 16 }, { firstNote: 26, menu: 'Visits: 1201' })).toHaveLength(6)
})

test('a few references to other parts of the page are rows in any case', () => {
  const added = '<p>A tag names its author.</p>'
  expect(changesOf({ firstNote: 16, chapters: 2 }, { firstNote: 26, chapters: 2, added })).toHaveLength(3)
})

import { expect, test } from 'vitest'
import { reviewThreshold } from '#contract/diff.api.ts'
import { extractHtml } from '#server/text/extract.ts'
import { compareExtracts } from './compare.ts'
import { describeDiff } from './describe.ts'
import { placedEditsOf } from './digest.ts'
import { judgeRound, type RoundDiff } from './judge.ts'
import type { PlaceDecision, PlaceHistory } from './judge-volatile.ts'

const words =
  'warm socks every size winter cheap flight ocean tonight learn noodle home week bank money quick phone maker apple kitchen garden lamp river violin carpet sugar paper candle bridge mirror button saddle'.split(
    ' ',
  )

/** Six words that no other page and round has in this order. */
function advertisement(id: number, round: number): string {
  let state = id * 7919 + round * 104_729
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return words[Math.floor((state / 2_147_483_648) * words.length)]
  }
  return Array.from({ length: 6 }, next).join(' ')
}
type Page = { id: number; round: number; text?: string; footer?: string }

const html = ({ id, round, text = '', footer = '' }: Page) => `<body>
  <div><h1>Page ${id}</h1><h3>${advertisement(id, round)}</h3>${`<p>The text of page ${id} is about harbour ${id} and about nothing else in the world.</p>`.repeat(4)}
  ${text}</div><div><p>You are visitor ${1000 * id + 17 * round} of this site, which opened long ago for all its friends and guests.</p>${footer}</div>`

function diffOf(id: number, before: Page, after: Page): RoundDiff {
  const url = `https://port.example/${id}`
  const comparison = compareExtracts(extractHtml(html(before), url), extractHtml(html(after), url))
  const known = { change: 'changed', url, isHome: false, quality: 'good', wordHits: [0, 0, 0], mentions: 0 } as const
  const { facts, lines } = describeDiff(comparison, { ...known, wordHits: [0, 0, 0] })
  return { id, page_id: id, facts, lines }
}

/** Plays rounds of ten pages; `more` adds to single pages of a round. */
function play(rounds: number, more: (page: Page) => Partial<Page> = () => ({}), decisions: PlaceDecision[] = []) {
  const ids = Array.from({ length: 10 }, (_, at) => at + 1)
  const history: PlaceHistory['pages'][number][][] = []
  return Array.from({ length: rounds }, (_, at) => {
    const round = at + 1
    const page = (id: number, round: number) => ({ id, round, ...more({ id, round }) })
    const diffs = ids.map(id => diffOf(id, page(id, round - 1), page(id, round)))
    const earlier = history.slice(-4)
    const site = earlier.flatMap(pages => {
      const places = Map.groupBy(
        pages.flatMap(({ places }) => places),
        ([place]) => place,
      )
      return [...places].map(([place, edits]) => {
        const [edit, same] = [...Map.groupBy(edits, ([, edit]) => edit)].sort((a, b) => b[1].length - a[1].length)[0]!
        return { round: pages[0]!.round, place, pages: edits.length, edit, with_edit: same.length }
      })
    })
    const judged = judgeRound(diffs, {
      ...{ pages: ids.length, decisions },
      history: { rounds: earlier.length, site, pages: earlier.flat() },
    })
    history.push(diffs.map(({ id, facts }) => ({ page_id: id, round, places: placedEditsOf(facts.digest) })))
    return judged
  })
}
const above = (judged: ReturnType<typeof judgeRound>) => judged.diffs.filter(({ score }) => score >= reviewThreshold)

test('another text in one place of most pages is one row at first, and nothing once it is learned', () => {
  const [first, second, third] = play(3)
  expect(new Set(above(first!).map(({ cluster }) => cluster)).size).toBe(1)
  expect(first!.diffs[0]).toMatchObject({ cluster_kind: 'same_place' })
  expect(above(second!)).toEqual([])
  expect(above(third!)).toEqual([])
  expect(third!.diffs[0]!.reasons.map(({ code }) => code)).toContain('volatile')
  expect(third!.volatile.length).toBeGreaterThan(0)
})

test('a change besides volatile places is a row of its own, and its line shows it', () => {
  const board = (name: string) => ({ text: `<ul><li>Chair: ${name}</li></ul>` })
  const [, , third] = play(3, ({ id, round }) => (id === 4 ? board(round < 3 ? 'Viktor Perelman' : 'Li Hua') : {}))
  const rows = above(third!)
  expect(rows.map(({ id, cluster }) => [id, cluster])).toEqual([[4, null]])
  expect(rows[0]!.line?.text).toContain('Li Hua')
})

test('contact data in a place with a counter are not taken for the counter', () => {
  const phone = (digits: number) => ({ footer: `<p>Tel. 030 555 ${digits}</p>` })
  const rounds = play(4, ({ round }) => phone(round < 4 ? 1234 : 1239))
  expect(new Set(above(rounds[3]!).map(({ cluster }) => cluster)).size).toBe(1)
  expect(rounds[3]!.diffs[0]!.line?.text).toContain('030 555 1239')
})

test('a rejected place counts again, a confirmed one never', () => {
  const places = play(3)[2]!.volatile
  const rejected = places.map(({ place, page_id }): PlaceDecision => ({ place, page_id, state: 'rejected' }))
  expect(above(play(3, () => ({}), rejected)[2]!).length).toBeGreaterThan(0)
  const confirmed = rejected.map((each): PlaceDecision => ({ ...each, state: 'confirmed' }))
  expect(above(play(1, () => ({}), confirmed)[0]!)).toEqual([])
})

test('a text that is replaced in every round is learned for one page, the price in a row is not', () => {
  const more = ({ id, round }: Page) =>
    id === 2
      ? { text: `<table><tr><td>Soybean</td><td>${595 + round}</td></tr></table><h2>${advertisement(99, round)}</h2>` }
      : {}
  const [, , , fourth] = play(4, more)
  const [row] = above(fourth!)
  expect(row).toMatchObject({ id: 2, cluster: null })
  expect(row!.line?.text).toBe('Soybean 599')
  expect(fourth!.volatile.filter(({ page_id }) => page_id === 2)).toHaveLength(1)
})

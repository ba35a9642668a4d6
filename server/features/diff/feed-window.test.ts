import { expect, test } from 'vitest'
import { reviewThreshold } from '#contract/diff.api.ts'
import { textHash } from '#server/text/extract.ts'
import { extractSource } from '#server/text/source.ts'
import { compareTaskOf, rowsTask } from './compare-tasks.ts'
import { diffDigest } from './digest.ts'
import { judgeRound } from './judge.ts'
import { linesOf } from './line.ts'

const reader = { extractSource, textHash }
type Entry = { id: number; title?: string; day?: number; link?: string }
const story = (id: number): Entry => ({ id, day: id })
const titleOf = ({ id, title }: Entry) => title ?? `The long title of the story with number ${id} of this site`

function source(entries: Entry[], end = '</channel></rss>') {
  const items = entries.map(
    entry =>
      `<item><guid isPermaLink="false">${entry.id}</guid><title>${titleOf(entry)}</title><link>${entry.link ?? `https://other.example/${entry.id}`}</link>${entry.day ? `<pubDate>2026-11-${String(entry.day).padStart(2, '0')}</pubDate>` : ''}</item>`,
  )
  return { html: `<rss><channel><title>News</title>${items.join('')}${end}`, text: '', url: 'https://example.org/feed' }
}
const compare = (before: Entry[], after: Entry[], end?: string) =>
  compareTaskOf(reader, { before: source(before), after: source(after, end) }).comparison
const changes = (...given: Parameters<typeof compare>) =>
  compare(...given).hunks.map(({ kind, before, after }) => `${kind} ${(after[0] ?? before[0])?.text}`)

test('entries that scroll off a feed are not removed, with dates or without', () => {
  for (const of of [story, (id: number): Entry => ({ id })]) {
    const [before, after] = [[5, 4, 3, 2].map(of), [7, 6, 5, 4].map(of)]
    expect(changes(before, after)).toEqual([`added ${titleOf({ id: 7 })}`, `added ${titleOf({ id: 6 })}`])
    // Nor are they new if they come back after the removal of a newer one.
    expect(changes(after, before)).toEqual([`removed ${titleOf({ id: 7 })}`, `removed ${titleOf({ id: 6 })}`])
  }
  expect(changes([5, 4].map(story), [9, 8].map(story))).toHaveLength(2)
  expect(changes([2, 3, 4].map(story), [3, 4, 5].map(story))).toEqual([`added ${titleOf({ id: 5 })}`])
})

test('a removed entry, a corrected title and a new entry with an old date are differences', () => {
  const before = [5, 4, 3, 2].map(story)
  expect(changes(before, [5, 3, 2].map(story))).toEqual([`removed ${titleOf({ id: 4 })}`])
  const [, fourth] = before as [Entry, Entry]
  const corrected = [...before].toSpliced(1, 1, { ...fourth, title: 'Something else altogether' })
  expect(changes(before, corrected)).toEqual(['changed Something else altogether'])
  const old = { id: 9, title: 'New with an old date', day: 1 }
  expect(changes(before, [old, ...before])).toEqual(['added New with an old date'])
  expect(changes(before, [])).toHaveLength(4)
})

test('a feed that was sent in part loses nothing, and the rest is not new afterwards', () => {
  const all = [5, 4, 3, 2].map(story)
  const part = [6, 5].map(story)
  expect(changes(all, part, '<item>')).toEqual([`added ${titleOf({ id: 6 })}`])
  const back = compareTaskOf(reader, { before: source(part, '<item>'), after: source([6, 5, 4, 3].map(story)) })
  expect(back.comparison.hunks).toEqual([])
  expect(back.whole?.blocks).toHaveLength(9)
})

test('the rows of a difference are those of the comparison', () => {
  const { rows } = rowsTask(reader, {
    before: source([3, 2, 1].map(story)),
    after: source([4, 3, 2].map(story)),
    around: 1,
    most: 50,
  })
  expect(rows.filter(({ kind }) => kind !== 'same' && kind !== 'skipped').map(({ kind }) => kind)).toEqual([
    'added',
    'added',
  ])
})

test('an entry whose page is new in the round is a list entry; one without a page and a corrected title are not', () => {
  const before = [3, 2, 1].map(story)
  const page = 'https://example.org/news/5'
  const facts = {
    isHome: false,
    quality: 'good' as const,
    wordHits: [0, 0, 0] as [number, number, number],
    mentions: 0,
  }
  const newText = {
    html: `<html><body><main><h1>${titleOf({ id: 5 })}</h1><p>${'It says a lot about itself. '.repeat(20)}</p></main></body></html>`,
    text: '',
    url: page,
  }
  const { comparison: whole } = compareTaskOf(reader, { before: null, after: newText })
  const newPage = { id: 2, facts: { ...facts, change: 'added' as const, url: page, digest: diffDigest(whole) } }
  const judgeFeed = (after: Entry[]) => {
    const comparison = compare(before, after)
    const feed = {
      id: 1,
      facts: { ...facts, change: 'changed' as const, url: 'https://example.org/feed', digest: diffDigest(comparison) },
      lines: linesOf(comparison),
    }
    const [judged] = judgeRound([feed, newPage], { pages: 10 }).diffs
    return judged
  }
  const listed = { id: 5, day: 5, link: page }
  const own = { id: 4, day: 4, title: 'Elsewhere' }
  expect(judgeFeed([listed, ...before])?.score).toBeLessThan(reviewThreshold)
  expect(judgeFeed([listed, own, ...before])?.score).toBeGreaterThanOrEqual(reviewThreshold)
  expect(
    judgeFeed([listed, { ...before[0]!, title: `${titleOf({ id: 3 })}, corrected` }, ...before.slice(1)])?.score,
  ).toBeGreaterThanOrEqual(reviewThreshold)
})

test('a feed of many short titles shows a removed entry and a corrected number; a touched date it does not', () => {
  const before = Array.from(
    { length: 25 },
    (_, at): Entry => ({ id: 30 - at, day: 30 - at, title: `第${30 - at}号公告` }),
  )
  const scoreOf = (after: Entry[]) => {
    const digest = diffDigest(compare(before, after))
    const facts = {
      isHome: false,
      quality: 'good' as const,
      wordHits: [0, 0, 0] as [number, number, number],
      mentions: 0,
    }
    const feed = { id: 1, facts: { ...facts, change: 'changed' as const, url: 'https://example.org/feed', digest } }
    return judgeRound([feed], { pages: 10 }).diffs[0]?.score
  }
  expect(scoreOf(before.toSpliced(3, 1))).toBeGreaterThanOrEqual(reviewThreshold)
  expect(scoreOf([{ id: 31, day: 30, title: '新公告' }, ...before.slice(0, -1)])).toBeGreaterThanOrEqual(
    reviewThreshold,
  )
  expect(scoreOf(before.with(0, { ...before[0]!, title: '第31号公告' }))).toBeGreaterThanOrEqual(reviewThreshold)
  expect(scoreOf(before.with(1, { ...before[1]!, day: 30 }))).toBeLessThan(reviewThreshold)
})

test('an entry that two feeds have is reported by one of them, and a correction by its page', () => {
  const facts = {
    isHome: false,
    quality: 'good' as const,
    wordHits: [0, 0, 0] as [number, number, number],
    mentions: 0,
  }
  const before = [3, 2, 1].map(story)
  const feed = (id: number, after: Entry[]) => ({
    id,
    facts: {
      ...facts,
      change: 'changed' as const,
      url: `https://example.org/feed${id}`,
      digest: diffDigest(compare(before, after)),
    },
  })
  const scores = (...diffs: Parameters<typeof judgeRound>[0]) =>
    judgeRound(diffs, { pages: 10 }).diffs.map(({ score }) => score >= reviewThreshold)
  const after = [4, 3, 2].map(story)
  expect(scores(feed(1, after), feed(2, after))).toEqual([true, false])
  const title = `${titleOf({ id: 3 })} and another`
  const page = (text: string) => ({
    html: `<main><h1>${text}</h1><p>${'It says a lot. '.repeat(30)}</p></main>`,
    text: '',
    url: 'https://example.org/3',
  })
  const { comparison } = compareTaskOf(reader, { before: page(titleOf({ id: 3 })), after: page(title) })
  const corrected = {
    id: 3,
    facts: { ...facts, change: 'changed' as const, url: 'https://example.org/3', digest: diffDigest(comparison) },
  }
  expect(scores(feed(1, before.with(0, { ...story(3), title })), corrected)).toEqual([false, true])
})

test('a menu of a new page with the title of an entry does not explain it', () => {
  const facts = {
    isHome: false,
    quality: 'good' as const,
    wordHits: [0, 0, 0] as [number, number, number],
    mentions: 0,
  }
  const [before, after] = [[3, 2].map(story), [4, 3, 2].map(story)]
  const url = 'https://example.org/about'
  const page = (menu: string) => {
    const html = `<main><h1>About</h1><p>${'It says a lot. '.repeat(30)}</p></main><nav><p>${menu}</p></nav>`
    const { comparison } = compareTaskOf(reader, { before: null, after: { html, text: '', url } })
    return { id: 2, facts: { ...facts, change: 'added' as const, url, digest: diffDigest(comparison) } }
  }
  const digest = diffDigest(compare(before, after))
  const feed = { id: 1, facts: { ...facts, change: 'changed' as const, url: 'https://example.org/feed', digest } }
  const [judged] = judgeRound([feed, page(titleOf({ id: 4 }))], { pages: 10 }).diffs
  expect(judged?.reasons.map(({ code }) => code)).not.toContain('listing')
  expect(judged?.score).toBeGreaterThanOrEqual(reviewThreshold)
})

test('a correction in the text of an entry is reported by its page, or by the feed if no page has it', () => {
  const facts = {
    isHome: false,
    quality: 'good' as const,
    wordHits: [0, 0, 0] as [number, number, number],
    mentions: 0,
    change: 'changed' as const,
  }
  const filler = `<p>${'It says a lot of the harbour. '.repeat(12)}</p>`
  const text = (count: string, more = '') => `${filler}<p>The plant has ${count} workers.</p>${filler}${more}`
  const feed = (content: string) => ({
    html: `<rss xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>F</title><item><guid>1</guid><title>Plant</title><description>It says a lot</description><content:encoded><![CDATA[${content}]]></content:encoded></item></channel></rss>`,
    text: '',
    url: 'https://example.org/feed',
  })
  const page = (content: string) => ({
    html: `<main><h1>Plant</h1>${content}</main>`,
    text: '',
    url: 'https://example.org/1',
  })
  const diff = (id: number, sides: [ReturnType<typeof feed>, ReturnType<typeof feed>]) => {
    const { comparison } = compareTaskOf(reader, { before: sides[0], after: sides[1] })
    return { id, facts: { ...facts, url: sides[0].url, digest: diffDigest(comparison) } }
  }
  const isReported = (...diffs: ReturnType<typeof diff>[]) =>
    judgeRound(diffs, { pages: 10 }).diffs.map(({ score }) => score >= reviewThreshold)
  for (const [before, after] of [
    [text('120'), text('80')],
    [text('120'), text('120', '<p>Update: the plant was sold to another company.</p>')],
    [text('120', '<p>Update: the plant was sold to another company.</p>'), text('120')],
  ] as const) {
    expect(isReported(diff(1, [feed(before), feed(after)]))).toEqual([true])
    expect(isReported(diff(1, [feed(before), feed(after)]), diff(2, [page(before), page(after)]))).toEqual([
      false,
      true,
    ])
  }
})

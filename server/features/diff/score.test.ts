import { expect, test } from 'vitest'
import { reviewThreshold } from '#contract/diff.api.ts'
import { compareExtracts } from './compare.ts'
import type { ComparedBlock } from './compare-block.ts'
import { diffDigest } from './digest.ts'
import { type DiffFacts, scoreDifference } from './score.ts'

const long = 'We collect the personal data that you give us when you use our services. '.repeat(40)
const block = (text: string, more: Partial<ComparedBlock> = {}): ComparedBlock => ({
  text,
  links: [],
  tag: 'p',
  part: 'main',
  ...more,
})
const score = (before: ComparedBlock[], after: ComparedBlock[], more: Partial<DiffFacts> = {}) =>
  scoreDifference({
    digest: diffDigest(compareExtracts({ blocks: [block(long), ...before] }, { blocks: [block(long), ...after] })),
    change: 'changed',
    url: 'https://example.org/a',
    isHome: false,
    quality: 'good',
    wordHits: [0, 0, 0],
    mentions: 0,
    ...more,
  })
const codes = (result: { reasons: { code: string }[] }) => result.reasons.map(reason => reason.code)
const frame = { part: 'frame' } as const

test('a new clause is worth a person’s time, and a larger one more so', () => {
  const small = score([], [block('We may share it with our partners.')])
  const large = score([], [block(long.replaceAll('collect', 'sell'))])
  expect(small.score).toBeGreaterThanOrEqual(reviewThreshold)
  expect(large.score).toBeGreaterThan(small.score)
  expect(codes(small)).toContain('largest_change')
})

test('a removed full stop is reported, a new menu entry is not', () => {
  expect(
    score([block('Follow the instructions provided..')], [block('Follow the instructions provided.')]).score,
  ).toBeGreaterThanOrEqual(reviewThreshold)
  const menu = score([], [block('Careers', frame)])
  expect(menu.score).toBeLessThan(reviewThreshold)
  expect(codes(menu)).toContain('frame_damped')
})

test('a label that operates the page is not reported, a question that folds its answer is', () => {
  const summary = { tag: 'summary' } as const
  expect(score([], [block('See Details', summary)]).score).toBeLessThan(reviewThreshold)
  expect(score([block('Show more', summary)], []).score).toBeLessThan(reviewThreshold)
  expect(score([], [block('Who sees my data?', summary)]).score).toBeGreaterThanOrEqual(reviewThreshold)
  expect(
    score([], [block('Download', { tag: 'div', links: ['https://example.org/a.pdf'] })]).score,
  ).toBeGreaterThanOrEqual(reviewThreshold)
})

test('links only is its own low kind', () => {
  const result = score(
    [block('Read our policy', { links: ['https://example.org/1'] })],
    [block('Read our policy', { links: ['https://example.org/2'] })],
  )
  expect(result.kind).toBe('link_only')
  expect(result.score).toBeGreaterThanOrEqual(reviewThreshold)
  expect(result.score).toBeLessThan(reviewThreshold + 10)
})

test('a counter and a stamp are below the threshold, a figure in a sentence is above', () => {
  expect(codes(score([block('1,204 readers')], [block('1,381 readers')]))).toContain('numbers_only')
  expect(codes(score([block('更新于 2024年3月1日')], [block('更新于 2024年3月9日')]))).toContain('dates_only')
  const prose = (days: number) =>
    block(`We keep the data for no longer than ${days} days after your account has been closed by you.`)
  expect(score([block('1,204 readers')], [block('1,381 readers')]).score).toBeLessThan(reviewThreshold)
  expect(score([prose(30)], [prose(90)]).score).toBeGreaterThanOrEqual(reviewThreshold)
})

test('staff that halves without a unit is worth a person’s time, a count of readers in a sentence is not', () => {
  for (const [before, after] of [
    ['Employees 120', 'Employees 80'],
    ['员工人数：120', '员工人数：80'],
  ] as const) {
    const result = score([block(before)], [block(after)])
    expect(result.score).toBeGreaterThanOrEqual(reviewThreshold)
    expect(result.score).toBeLessThanOrEqual(reviewThreshold + 2)
    expect(codes(result)).toContain('figures_only')
  }
  expect(score([block('Read by 1,204 people.')], [block('Read by 1,381 people.')]).score).toBeLessThan(reviewThreshold)
})

test('a figure on a start page stays in the queue, after the figures of other pages', () => {
  const [before, after] = [[block('Deposit rate: 2.5 %')], [block('Deposit rate: 1.5 %')]]
  const onHome = score(before, after, { isHome: true })
  expect(codes(onHome)).toEqual(expect.arrayContaining(['figures_only', 'home_damped']))
  expect(onHome.score).toBe(reviewThreshold)
  expect(score(before, after).score).toBeGreaterThan(onHome.score)
  expect(score(before, after, { isHome: true, isFlipBack: true }).score).toBe(reviewThreshold)
  expect(score([block('1,204 readers')], [block('1,381 readers')], { isHome: true }).score).toBeLessThan(
    reviewThreshold,
  )
})

test('word hits, mentions, an error status and a foreign domain raise the score and are given as reasons', () => {
  const plain = score([], [block('Something else happened here.')])
  const raised = score([], [block('Something else happened here.')], {
    wordHits: [0, 1, 1],
    mentions: 2,
    statusFlip: { from: 200, to: 404 },
    redirectedTo: 'https://casino.example.net/',
  })
  expect(raised.score).toBeGreaterThan(plain.score + 40)
  expect(codes(raised)).toEqual(expect.arrayContaining(['word_hits', 'mentions', 'status_flip', 'domain_change']))
  expect(codes(score([], [block('x y z')], { redirectedTo: 'https://www.example.org/b' }))).not.toContain(
    'domain_change',
  )
})

test('a page of low quality is never worth a person’s time', () => {
  expect(score([], [block('Please prove that you are human')], { quality: 'low' }).score).toBeLessThan(reviewThreshold)
})

test('a return to the earlier text is reported and counts less', () => {
  const there = score([], [block('We may share it with our partners.')])
  const back = score([block('We may share it with our partners.')], [], { isFlipBack: true })
  expect(codes(back)).toContain('flip_back')
  expect(back.score).toBeLessThan(there.score)
})

test('new and gone pages have their own kinds', () => {
  const digest = diffDigest(compareExtracts(null, { blocks: [block('Our new office has opened.')] }))
  const facts = {
    digest,
    url: 'https://example.org/b',
    isHome: false,
    quality: 'good',
    wordHits: [0, 0, 0],
    mentions: 0,
  } as const
  expect(scoreDifference({ ...facts, wordHits: [0, 0, 0], change: 'added' })).toMatchObject({ kind: 'added' })
  expect(scoreDifference({ ...facts, wordHits: [0, 0, 0], change: 'removed' }).score).toBeGreaterThan(reviewThreshold)
})

test('another picture is reported, rotating pictures are not', () => {
  const picture = (name: string) => [block('Our new office', { pictures: [`https://example.org/${name}.jpg`] })]
  expect(score(picture('a'), picture('b'))).toMatchObject({ score: reviewThreshold, kind: 'changed' })
  expect(score(picture('a'), picture('b'), { isFlipBack: true }).score).toBeLessThan(reviewThreshold)
})

test('a site that changes its host changes none of its links', () => {
  const links = (host: string, more: Partial<ComparedBlock> = {}) =>
    [1, 2].map(at => block(`Entry ${at}`, { links: [`https://${host}/${at}`], ...more }))
  const page = (host: string) => [...links(host, frame), ...links(host)]
  const result = score(page('www.example.org'), page('cache.example.net'))
  expect(result.score).toBeLessThan(reviewThreshold)
  expect(codes(result)).toContain('hosts_only')
})

test('a menu of hundreds of entries does not crowd out the content', () => {
  const menu = (from: number) =>
    Array.from({ length: 300 }, (_, at) => [
      block(`Entry ${at * 2}`, frame),
      block(`Item ${at * from} of ${from}`, frame),
    ]).flat()
  const result = score(menu(1), [...menu(3), block('We were bought by another company.')])
  expect(result.score).toBeGreaterThanOrEqual(reviewThreshold)
})

test('a page that redirects is reported as moved, not by its removed words', () => {
  const page = (movedTo?: string) => ({ blocks: [block(movedTo ? 'Redirect' : long)], ...(movedTo && { movedTo }) })
  const moved = (before: string | undefined, after: string) =>
    scoreDifference({
      digest: diffDigest(compareExtracts(page(before), page(after))),
      change: 'changed',
      url: 'https://example.org/a',
      isHome: false,
      quality: 'good',
      wordHits: [0, 0, 0],
      mentions: 0,
    })
  const near = moved(undefined, 'https://example.org/b')
  expect(near.score).toBeGreaterThanOrEqual(reviewThreshold)
  expect(near.reasons).toEqual([{ code: 'moved_page', value: 'https://example.org/b' }])
  expect(moved('https://example.org/b', 'https://example.org/c').reasons[0]?.code).toBe('moved_page')
  expect(moved('https://example.org/b', 'https://example.org/b').score).toBeLessThan(reviewThreshold)
  expect(codes(moved(undefined, 'https://stranger.example.net/'))).toContain('domain_change')
})

test('a sentence with a link to another part of its page is reported as such', () => {
  const clause = (to: string) => [block('The duties are those of section 5, if any.', { links: [to] })]
  const result = score(clause('#s5'), clause('#s6'))
  expect(result).toMatchObject({ kind: 'link_only' })
  expect(result.score).toBeGreaterThanOrEqual(reviewThreshold)
  expect(codes(result)).toContain('anchors')
  expect(codes(result)).not.toContain('links')
})

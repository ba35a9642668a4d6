import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { families } from './families.ts'
import { makeSite } from './make.ts'
import type { MustChange, RoundLine, SiteData } from './site-data.ts'

/** The answers that are valid in a round. */
function answersIn({ rounds }: SiteData, round: number): Map<string, RoundLine> {
  const answers = new Map<string, RoundLine>()
  for (let each = 0; each <= round; each += 1) for (const line of rounds.get(each) ?? []) answers.set(line.path, line)
  return answers
}

function textOf(line: RoundLine | undefined): string {
  if (line?.status !== 200) return ''
  const charset = /charset=(gb\w+)/.exec(line.headers['content-type'] ?? '')?.[1] ?? 'latin1'
  const text = line.body ?? iconv.decode(Buffer.from(line.body64 ?? '', 'base64'), charset)
  // State in scripts is no text of the page; lines of a PDF continue each other.
  return text
    .replace(/<script\b.*?<\/script>|<[^>]*>/gs, ' ')
    .replaceAll(/\) Tj T\*\n\(/g, ' ')
    .replaceAll('&amp;', '&')
}

/** Whether a reader of the pages of a change could see it: before, after, or by the status. */
function isVisible(change: MustChange, before: Map<string, RoundLine>, after: Map<string, RoundLine>): boolean {
  const countIn = (answers: Map<string, RoundLine>, url: string, shown: string) =>
    textOf(answers.get(url))
      .split(shown)
      .filter(
        (part, at, parts) =>
          !(/\d$/.test(part) && /^\d/.test(shown)) && !(/\d$/.test(shown) && /^\d/.test(parts[at + 1] ?? '')),
      ).length
  if (change.kind === 'page_added') return change.urls.some(url => !before.has(url) && after.get(url)?.status === 200)
  if (/^page_/.test(change.kind))
    return before.get(change.urls[0] as string)?.status === 200 && after.get(change.urls[0] as string)?.status !== 200
  return change.urls.some(url => change.shows.some(shown => countIn(after, url, shown) !== countIn(before, url, shown)))
}

describe.each(families.map(family => [family.family, family] as const))('the site %s', (_, family) => {
  const site = makeSite(family, 1)

  test('is the same for the same seed and another for another seed', () => {
    expect(JSON.stringify([...makeSite(family, 1).rounds])).toBe(JSON.stringify([...site.rounds]))
    expect(JSON.stringify(makeSite(family, 2).truth)).not.toBe(JSON.stringify(site.truth))
  })

  test('has fifteen rounds, at least 25 pages, and noise on most pages in each round', () => {
    expect([...site.rounds.keys()]).toEqual(Array.from({ length: 15 }, (_, at) => at))
    const pagesOf = (round: number) =>
      site.rounds.get(round)?.filter(({ headers }) => /html|xml/.test(headers['content-type'] ?? '')).length ?? 0
    expect(site.rounds.get(0)?.length).toBeGreaterThanOrEqual(25)
    for (const round of site.rounds.keys()) expect(pagesOf(round)).toBeGreaterThan(pagesOf(0) * 0.5)
  })

  test('shows each change of the truth to a reader in its round, and none in a page that does not change', () => {
    const hidden = site.truth.must.filter(
      change => !isVisible(change, answersIn(site, change.round - 1), answersIn(site, change.round)),
    )
    expect(hidden).toEqual([])
  })
})

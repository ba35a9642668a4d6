import type { Page } from '#contract/page.api.ts'
import { type Named, namesOf } from '#web/platform/display-name.ts'

type Row = Pick<Page, 'title'> & { og: { id: number } & Named }

/** The part of a title before its first separator, and after its last one. */
const headPattern = /^(.{2,80}?)(?:\s*[:：|»·｜]\s*|\s+[-–—]\s+|_|——)(?=\S)/u
const tailPattern = /(?:\s*[|»·｜]\s*|\s+[-–—]\s+|_|——)([^|»·｜–—_]{2,80})$/u

/** Rows of a site before a part that they share counts as the name of the site. */
const leastRows = 3
/** The share of a site's titles that must have the part. */
const leastShare = 0.8

const same = (part: string) => part.trim().toLocaleLowerCase()

/** The parts of titles that name the site, by organisation. */
function siteParts(rows: readonly Row[]): Map<number, Set<string>> {
  const counts = new Map<number, { rows: number; parts: Map<string, number> }>()
  for (const { og, title } of rows) {
    if (!title) continue
    const site = counts.get(og.id) ?? { rows: 0, parts: new Map<string, number>() }
    counts.set(og.id, site)
    site.rows += 1
    const parts = [headPattern.exec(title)?.[1], tailPattern.exec(title)?.[1]].flatMap(part => (part ? same(part) : []))
    for (const part of new Set(parts)) site.parts.set(part, (site.parts.get(part) ?? 0) + 1)
  }
  const names = new Map(rows.map(({ og }) => [og.id, namesOf(og).map(name => same(name ?? ''))]))
  return new Map(
    [...counts].map(([id, site]) => {
      const shared = [...site.parts].filter(
        ([part, count]) => names.get(id)?.includes(part) || (site.rows >= leastRows && count >= site.rows * leastShare),
      )
      return [id, new Set(shared.map(([part]) => part))]
    }),
  )
}

const cache = new WeakMap<readonly Row[], Map<number, Set<string>>>()

/** A title without the name of its site, which the other titles of the site in these rows repeat. */
export function titleInSite(row: Row, rows: readonly Row[]): string {
  const title = row.title ?? ''
  let parts = cache.get(rows)
  if (!parts) {
    parts = siteParts(rows)
    cache.set(rows, parts)
  }
  const site = parts.get(row.og.id)
  const head = headPattern.exec(title)
  if (head && site?.has(same(head[1] ?? ''))) return title.slice(head[0].length)
  const tail = tailPattern.exec(title)
  if (tail && site?.has(same(tail[1] ?? ''))) return title.slice(0, tail.index)
  return title
}

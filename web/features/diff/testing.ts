import { vi } from 'vitest'
import type { Diff, DiffRow } from '#contract/diff.api.ts'
import { asOgName } from '#contract/wire.ts'

const sampleInstant = '2026-11-20T06:05:00.000Z'

export const aDiff = (id: number, over: Partial<Diff> = {}): Diff => ({
  id,
  rev: 1,
  og: { id: 1, name: asOgName('北方重工') },
  page: { id: 100 + id, url: `https://site.example.org/page/${id}`, title: `Page ${id}` },
  round: 12,
  from_version: 1,
  to_version: 2,
  kind: 'changed',
  added: 40,
  removed: 3,
  links_added: 0,
  links_removed: 0,
  score: 90 - id,
  is_judged: true,
  reasons: [{ code: 'share_of_text', value: 14 }, { code: 'word_hits', value: 2 }, { code: 'coarse' }],
  moved_to: null,
  excerpt: `What changed ${id}`,
  excerpt_runs: [],
  has_place: true,
  new_hits: [],
  new_mentions: [],
  removed_mentions: [],
  cluster: null,
  cluster_kind: null,
  cluster_size: 1,
  status: 'unread',
  note: null,
  note_reasons: [],
  reviewer_name: null,
  reviewed_at: null,
  created_at: sampleInstant,
  events: [],
  ...over,
})

type Text = NonNullable<DiffRow['before']>
export const aSide = (text: string, over: Partial<Text> = {}): Text => ({
  text,
  runs: [],
  links: [],
  marks: [],
  ...over,
})

export const aRow = (kind: DiffRow['kind'], before: Text | null, after: Text | null, over: Partial<DiffRow> = {}) =>
  ({ kind, tag: 'p', part: 'main', before, after, count: 0, ...over }) satisfies DiffRow

export const aComparison = (rows: DiffRow[]) => ({
  rows,
  is_coarse: false,
  added: 40,
  removed: 3,
  links_added: 0,
  links_removed: 0,
})

/** Sets the width of the window for media queries and virtual lists. */
export function setWidth(px: number): void {
  vi.spyOn(window, 'matchMedia').mockImplementation(query => {
    const below = /width < (\d+)px/.exec(query)?.[1]
    const matches = below !== undefined && px < Number(below)
    const list = { matches, media: query, addEventListener: () => undefined, removeEventListener: () => undefined }
    return list as unknown as MediaQueryList
  })
}

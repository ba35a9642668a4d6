import { type Round, type Site, siteDefaults } from '#contract/site.api.ts'

/** Records for tests. */
export function aRound(over: Partial<Omit<Round, 'counts'>> & { counts?: Partial<Round['counts']> } = {}): Round {
  const counts = { found: 120, waiting: 0, fetched: 112, unchanged: 100, changed: 5, added: 7, removed: 0, failed: 3 }
  return {
    og_id: 3,
    number: 12,
    state: 'complete',
    cause: 'schedule',
    user_name: null,
    started_at: '2026-11-21T06:05:00.000Z',
    ended_at: '2026-11-21T06:09:20.000Z',
    reasons: { robots: 4, timeout: 3, refused_rule: 1 },
    end_reason: 'done',
    diffs_waiting: 0,
    ...over,
    counts: { ...counts, refused: 5, bytes: 3_400_000, ...over.counts },
  }
}

export const aSite = (over: Partial<Site> = {}): Site => ({
  og_id: 3,
  rev: 4,
  ...siteDefaults,
  is_on: true,
  next_at: '2026-11-22T22:00:00.000Z',
  hosts: ['www.alpha.example'],
  round: aRound(),
  pages: { active: 240, gone: 3, forbidden: 1, error: 2, feeds: 0 },
  can: ['update', 'fetch'],
  ...over,
})

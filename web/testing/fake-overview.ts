import type { Overview } from '#contract/overview.ts'

/** An overview as the server answers, for tests: empty but for what is given. */
export function fakeOverview(over: Partial<Overview> = {}): Overview {
  return {
    counts: {},
    since: null,
    changes: 0,
    persons: [],
    links: [],
    events: [],
    diffs: [],
    mentions: [],
    reports: [],
    uploads: [],
    ...over,
  }
}

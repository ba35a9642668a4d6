import { emptyOverview, type Overview } from '#contract/overview.api.ts'

/** An overview as the server returns it, for tests: empty except for the given fields. */
export const fakeOverview = (over: Partial<Overview> = {}): Overview => ({ ...emptyOverview, ...over })

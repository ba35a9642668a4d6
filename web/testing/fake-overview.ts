import { emptyOverview, type Overview } from '#contract/overview.ts'

/** An overview as the server answers, for tests: empty but for what is given. */
export const fakeOverview = (over: Partial<Overview> = {}): Overview => ({ ...emptyOverview, ...over })

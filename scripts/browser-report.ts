/** A report of Playwright’s reporter `json`; an incomplete one lacks everything. */
export type BrowserReport = { suites?: Suite[]; stats?: { expected: number; unexpected: number; flaky: number } }
type Suite = { title: string; suites?: Suite[]; specs?: { title: string; tests: { status: string }[] }[] }

/**
 * A run fails with more flaky journeys than this. One is tolerated: browser, console and PostgreSQL share two cores, and
 * a machine that stalls for a moment costs one journey its time. It is named, so that it can be followed over several
 * runs. A second one in the same run points to a fault of the product or of the journeys.
 */
export const toleratedFlaky = 1

/** Titles of the journeys that failed before they passed. */
export function findFlaky({ suites = [] }: BrowserReport): string[] {
  const titlesOf = ({ title, suites = [], specs = [] }: Suite): string[] => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(spec => `${title}: ${spec.title}`),
    ...suites.flatMap(titlesOf),
  ]
  return suites.flatMap(titlesOf)
}

/** Passed and failed journeys; flaky ones count as failed if they are more than tolerated. */
export function countJourneys(report: BrowserReport): { passed: number; failed: number } {
  const { expected = 0, unexpected = 0, flaky = 0 } = report.stats ?? {}
  return flaky > toleratedFlaky
    ? { passed: expected, failed: unexpected + flaky }
    : { passed: expected + flaky, failed: unexpected }
}

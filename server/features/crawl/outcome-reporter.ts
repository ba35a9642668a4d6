import { isOutage } from '#server/platform/db/outage.ts'
import type { CrawlTarget } from './host.queries.ts'
import type { CrawlDelayState, HostWork } from './host-work.ts'
import { clearLinks } from './known-links.ts'
import type { CrawlOutcome } from './outcome.ts'

/** Pages of one host that are fetched and not yet written. */
const mostUnwritten = 6

/**
 * Writes the outcomes of one host. A host without a crawl delay receives its next requests meanwhile. A host with one
 * waits until its outcome and its request time are written: a collector that takes it over from a killed one then keeps
 * the delay.
 */
export function openOutcomeReporter(work: HostWork, clock: CrawlDelayState) {
  const unwritten = new Set<Promise<void>>()
  const failed: { target: CrawlTarget; error: unknown }[] = []
  const allWritten = async () => {
    if (unwritten.size === 0) return false
    await Promise.all(unwritten)
    return true
  }
  return {
    /** Resolves when the next page may be fetched. */
    tell: async (outcome: CrawlOutcome, delayMs: number): Promise<void> => {
      const { target } = outcome
      const written = reportOutcome(work, outcome, clock)
        .catch(error => void failed.push({ target, error }))
        .finally(() => unwritten.delete(written))
      unwritten.add(written)
      if (delayMs > 0) await written
      while (unwritten.size >= mostUnwritten) await Promise.race(unwritten)
    },
    /** False if there was nothing left to write. */
    allWritten,
    /** The database is away, or rejects even a failure. */
    isBroken: () => failed.length > 0,
    /** Waits for all writes and returns the addresses whose outcomes could not be written. */
    end: async (): Promise<CrawlTarget[]> => {
      await allWritten()
      return failed.map(({ target }) => target)
    },
    /** Throws the first error that is not an outage. */
    check: (): void => {
      for (const { error } of failed) if (!isOutage(error)) throw error
    },
  }
}

export type OutcomeReporter = ReturnType<typeof openOutcomeReporter>

async function reportOutcome(work: HostWork, outcome: CrawlOutcome, clock: CrawlDelayState): Promise<void> {
  const { target } = outcome
  const forget = () =>
    clearLinks(
      work.ctx,
      target.og_id,
      target.round,
      outcome.links.map(link => link.url_key),
    )
  try {
    if (!(await work.write(outcome))) forget()
  } catch (error) {
    forget()
    if (isOutage(error) || outcome.reason === 'internal') throw error
    work.fail(error, target.url)
    // An outcome that cannot be written is recorded as a failure, otherwise it would be retried for ever.
    await reportOutcome(work, failedOutcome(work, target, clock), clock)
  }
}

export function failedOutcome({ ctx }: HostWork, target: CrawlTarget, clock: CrawlDelayState): CrawlOutcome {
  return {
    target,
    at: ctx.now(),
    state: 'failed',
    reason: 'internal',
    retryAt: null,
    bytes: 0,
    page: null,
    links: [],
    host: { nextAt: new Date(clock.nextAt), backOffMs: clock.backOffMs, fails: clock.fails },
  }
}

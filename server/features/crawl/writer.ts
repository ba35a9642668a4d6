import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '#server/platform/ctx.ts'
import { isOutage } from '#server/platform/db/outage.ts'
import { isCollision } from '#server/platform/db/transient-fault.ts'
import { flush } from './flush.ts'
import type { CrawlOutcome } from './outcome.ts'

const mostAtOnce = 64
/**
 * A transaction costs as much as some pages, so it begins this long after the last one, or when it is full. An outcome
 * that arrives when the writer is idle is written at once.
 */
const gatherMs = 40
/**
 * Limit for outcomes that wait or are being written; beyond it, or beyond so many bytes of pages, hosts receive no more
 * requests.
 */
const mostUnwritten = 96
const mostBytes = 32 * 1024 * 1024
/**
 * With this many at a time, outcomes arrive faster than they can be written in sequence; the writer then counts as busy
 * for a moment.
 */
const manyAtOnce = 16
const busyForMs = 1_000
/** A stopping collector does not wait longer for a database that is away. */
const stoppingPatienceMs = 3_000

type PendingWrite = { outcome: CrawlOutcome; done: (isWritten: boolean) => void; failed: (error: unknown) => void }

/**
 * Writes outcomes in batches, one transaction after the other. Each caller's promise resolves when its own outcome is
 * written. Outcomes that a killed collector had not written are fetched again. An outage of the database shorter than a
 * lease is waited for.
 */
export function openWriter(ctx: Ctx, deviceId: number, { leaseMs, signal }: { leaseMs: number; signal: AbortSignal }) {
  const waiting: PendingWrite[] = []
  const patienceMs = () => (signal.aborted ? stoppingPatienceMs : leaseMs)
  const put = (outcomes: readonly CrawlOutcome[]) => persist(() => flush(ctx, deviceId, outcomes), patienceMs)
  let running: Promise<void> | undefined
  let isRunning = false
  let unwritten = 0
  let bytes = 0
  let busyUntil = 0
  let beganAt = Number.NEGATIVE_INFINITY
  let wake = () => {}
  const line: (() => void)[] = []

  async function run(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      await gather()
      beganAt = performance.now()
      const batch = waiting.splice(0, mostAtOnce)
      if (batch.length >= manyAtOnce) busyUntil = beganAt + busyForMs
      try {
        const written = await put(batch.map(({ outcome }) => outcome))
        for (const { outcome, done } of batch) done(written.has(outcome))
      } catch (error) {
        if (batch.length === 1 || isOutage(error)) for (const { failed } of batch) failed(error)
        // One outcome that cannot be written must not fail the others.
        else for (const one of batch) await alone(one)
      }
      for (const { outcome } of batch) bytes -= bytesOf(outcome)
      unwritten -= batch.length
      for (const goOn of line.splice(0)) goOn()
    }
    // Set at once: the next caller must not assume that this run still continues.
    isRunning = false
  }

  /** Waits until there are enough outcomes for a transaction, or for `gatherMs`. */
  async function gather(): Promise<void> {
    const leftMs = beganAt + gatherMs - performance.now()
    if (leftMs <= 0 || signal.aborted || waiting.length >= mostAtOnce) return
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, leftMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function alone({ outcome, done, failed }: PendingWrite): Promise<void> {
    try {
      done((await put([outcome])).has(outcome))
    } catch (error) {
      failed(error)
    }
  }

  return {
    /**
     * Resolves to false if the outcome is no longer needed: its round has ended, or another collector holds its host.
     */
    write(outcome: CrawlOutcome): Promise<boolean> {
      return new Promise((done, failed) => {
        waiting.push({ outcome, done, failed })
        unwritten += 1
        bytes += bytesOf(outcome)
        if (waiting.length >= mostAtOnce) wake()
        if (!isRunning) running = run()
      })
    },
    /** Resolves once few enough outcomes wait. */
    async room(): Promise<void> {
      while (unwritten >= mostUnwritten || bytes >= mostBytes) await new Promise<void>(resolve => line.push(resolve))
    },
    /** True while pages arrive as fast as they can be stored. */
    isBusy: () => performance.now() < busyUntil,
    idle: async () => {
      while (isRunning) await running
    },
  }
}

function bytesOf({ page }: CrawlOutcome): number {
  return page?.type === 'version' ? page.version.raw.length : 0
}

/** Repeats `act` while the database is away or reports a conflict, for up to `patienceMs`; then throws its error. */
async function persist<T>(act: () => Promise<T>, patienceMs: () => number): Promise<T> {
  const startedAt = performance.now()
  for (let tries = 0; ; tries++) {
    try {
      return await act()
    } catch (error) {
      const isPassing = isCollision(error) ? tries < 5 : isOutage(error)
      if (!isPassing || performance.now() - startedAt > patienceMs()) throw error
      await sleep(Math.min(2_000, 50 * 2 ** Math.min(tries, 6)))
    }
  }
}

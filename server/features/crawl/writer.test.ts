import { expect, it } from 'vitest'
import { useTestApp } from '#server/testing/test-app.ts'
import type { CrawlTarget } from './host.queries.ts'
import type { CrawlOutcome, NewVersion } from './outcome.ts'
import { openWriter } from './writer.ts'

const test = useTestApp()
const open = () => openWriter(test.ctx, 1, { leaseMs: 1_000, signal: new AbortController().signal })

/** An outcome of a host without a holder: it is dropped when it is written. */
function anOutcome(n: number, raw?: Buffer): CrawlOutcome {
  const target = { og_id: 1, round: 1, host: `h${n}`, url_key: `k${n}`, page_id: null } as CrawlTarget
  const page = raw ? { type: 'version' as const, version: { raw } as NewVersion, diff: null } : null
  const host = { nextAt: new Date(), backOffMs: 0, fails: 0 }
  return { target, at: new Date(), state: 'done', reason: null, retryAt: null, bytes: 0, page, links: [], host }
}

it('is busy while many outcomes arrive at a time, and only then', async () => {
  const writer = open()
  expect(await writer.write(anOutcome(0))).toBe(false)
  expect(writer.isBusy()).toBe(false)
  expect(await Promise.all(Array.from({ length: 20 }, (_, n) => writer.write(anOutcome(n))))).not.toContain(true)
  expect(writer.isBusy()).toBe(true)
})

it('accepts no more pages while too many, or too large ones, wait to be written', async () => {
  for (const outcomes of [
    [anOutcome(1, Buffer.alloc(40 * 1024 * 1024))],
    Array.from({ length: 100 }, (_, n) => anOutcome(n)),
  ]) {
    const writer = open()
    await writer.room()
    const order: string[] = []
    const written = outcomes.map(outcome => writer.write(outcome).then(() => void order.push('written')))
    const room = writer.room().then(() => void order.push('room'))
    await Promise.all([...written, room])
    expect(order.indexOf('room')).toBeGreaterThan(order.indexOf('written'))
  }
})

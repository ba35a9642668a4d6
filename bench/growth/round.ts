// A round of one site through the collector's own writing, without the web: responses are generated here.
import { registerDevice } from '#server/features/crawl/device.queries.ts'
import { finishRound } from '#server/features/crawl/finish.ts'
import { flush } from '#server/features/crawl/flush.ts'
import { type CrawlTarget, claimHosts, claimTargets, releaseHosts } from '#server/features/crawl/host.queries.ts'
import type { CrawlOutcome } from '#server/features/crawl/outcome.ts'
import { compareExtracts, diffDigest, scoreDifference } from '#server/features/diff/diff.service.ts'
import { createRound } from '#server/features/site/site.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { captureHash } from '#server/store/store.ts'
import { extractText } from '#server/text/extract.ts'

/** As many as a collector writes in one transaction. */
const atOnce = 64
type TimeStep = (name: string, act: () => Promise<unknown>) => Promise<void>

/**
 * Starts a round of a site, takes all of its pages, writes the outcome of each, and ends the round. One page in five
 * has changed.
 */
export async function runRound(ctx: Ctx, ogId: number, timed: TimeStep): Promise<number> {
  let number = 0
  await timed('round begun', async () => {
    number = (await createRound(ctx, ogId)).number
  })
  const device = await registerDevice(ctx, { name: 'bench', host: 'bench', version: 'bench' })
  let pages = 0
  let hosts: string[] = []
  await timed('hosts claimed', async () => {
    hosts = (await claimHosts(ctx, device, { most: 10, leaseMs: 3_600_000 })).map(({ host }) => host)
  })
  for (const host of hosts)
    for (;;) {
      let targets: CrawlTarget[] = []
      await timed('addresses taken', async () => {
        targets = await claimTargets(ctx, host, atOnce)
      })
      if (targets.length === 0) break
      const outcomes = targets.map((target, n) => outcomeOf(ctx, target, n))
      await timed('outcomes written', () => flush(ctx, device, outcomes))
      pages += targets.length
    }
  await releaseHosts(ctx, device, hosts)
  await timed('round judged and ended', () => finishRound(ctx, ogId, number))
  return pages
}

function outcomeOf(ctx: Ctx, target: CrawlTarget, n: number): CrawlOutcome {
  const base = {
    target,
    at: ctx.now(),
    state: 'done' as const,
    reason: null,
    retryAt: null,
    bytes: 24_000,
    links: [],
    host: { nextAt: ctx.now(), backOffMs: 0, fails: 0 },
  }
  if (n % 5 > 0 || target.version === null) return { ...base, page: { type: 'seen', etag: null, lastModified: null } }
  return { ...base, page: changePage(target, ctx.now()) }
}

function changePage(target: CrawlTarget, at: Date): CrawlOutcome['page'] {
  const words = (seed: number) => Array.from({ length: 12 }, (_, k) => `word${(seed * 31 + k * 7) % 9_973}`).join(' ')
  const seed = (target.page_id ?? 0) + at.getTime()
  const frame = Array.from({ length: 20 }, (_, line) => words((target.page_id ?? 0) * 20 + line))
  const textOf = (own: number) => [...frame.slice(0, 9), words(own), ...frame.slice(9)].join('\n\n')
  const after = textOf(seed)
  const comparison = compareExtracts(extractText(textOf(seed + 1), ''), extractText(after, ''))
  const facts = {
    digest: diffDigest(comparison),
    change: 'changed' as const,
    url: target.url,
    isHome: false,
    quality: 'good' as const,
    wordHits: [0, 0, 0] as [number, number, number],
    mentions: 0,
  }
  const raw = Buffer.from(`<html><body>${after}</body></html>`)
  return {
    type: 'version',
    version: {
      raw,
      picture: null,
      text: null,
      textCounts: null,
      previousHash: null,
      httpStatus: 200,
      effectiveStatus: 200,
      isGood: true,
      qualityReasons: [],
      textHash: captureHash(Buffer.from(after)).toString('hex'),
      title: `A title ${target.page_id}`,
      language: 'en',
      contentType: 'text/html; charset=utf-8',
      charset: 'utf-8',
      headers: [['content-type', 'text/html; charset=utf-8']],
      hops: [],
      finalUrl: target.url,
      etag: null,
      lastModified: null,
      feed: null,
      hits: [{ id: 1 + (seed % 500), level: 1, count: 1, fresh: 1 }],
      mentions: [],
      sharable: null,
      scanned: 1,
    },
    diff: {
      ...scoreDifference(facts),
      added: comparison.addedChars,
      removed: comparison.removedChars,
      linksAdded: 0,
      linksRemoved: 0,
      facts,
      lines: [{ hunk: 0, text: words(seed), runs: [{ op: 'added', text: words(seed) }] }],
    },
  }
}

import type { AssetKind, SnapshotCounts } from '#contract/page-snapshot.ts'
import { readStoredPage } from '#server/features/page/page.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isTransient } from '#server/platform/db/transient-fault.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { CaptureLost, getCapture } from '#server/store/store.ts'
import type { AssetRef } from '#server/text/asset-url.ts'
import { decodeBody } from '#server/text/charset.ts'
import { assetsInThread } from '#server/text/extract-apart.ts'
import { siteContext } from '../site-context.ts'
import {
  claimSnapshots,
  completeSnapshot,
  countAssetBytes,
  deferSnapshot,
  nextSnapshotAt,
  type WaitingSnapshot,
} from './asset.queries.ts'
import { HostBusy, openAssetHosts } from './asset-host.ts'
import { type AssetSite, type FoundAsset, findAsset } from './fetch-asset.ts'

const megabyte = 1_048_576
/** One run is short, so that other jobs get their turn. */
const runMs = 25_000
/** Snapshots of a run that was killed are due again after this time. */
const leaseMs = 180_000
const portion = 24
const mostAttempts = 3
const mostFiles = 200
const retryMs = 60_000

/** Queues the job that fetches the files of new versions, in the caller's transaction. */
export async function requestAssets(ctx: Ctx, at?: Date): Promise<void> {
  await addJob(
    ctx.db,
    'fetch_page_assets',
    {},
    { key: 'fetch_page_assets', queue: 'fetch_page_assets', priority: 5, keepsRunAt: true, ...(at && { runAt: at }) },
  )
}

/**
 * Fetches stylesheets, pictures and fonts of new versions: the sites of a portion in parallel, the requests to one host
 * one after the other. Remaining work is queued again.
 */
export async function fetchAssets(ctx: Ctx, signal: AbortSignal = new AbortController().signal): Promise<void> {
  const { fetchPage, agentName } = ctx
  if (!fetchPage || agentName === undefined) return
  const endsAt = performance.now() + runMs
  const hosts = openAssetHosts(ctx, { fetchPage, agentName, signal })
  const isOver = () => signal.aborted || performance.now() > endsAt
  try {
    while (!isOver()) {
      const claimed = await claimSnapshots(ctx, portion, new Date(ctx.now().getTime() + leaseMs))
      if (claimed.length === 0) break
      const bySite = Map.groupBy(claimed, ({ og_id }) => og_id)
      await Promise.all(
        [...bySite.values()].map(async snapshots => {
          for (const [at, snapshot] of snapshots.entries()) {
            if (isOver()) {
              for (const left of snapshots.slice(at)) await deferSnapshot(ctx, left, ctx.now(), false)
              return
            }
            await settleSnapshot(ctx, snapshot, hosts)
          }
        }),
      )
    }
  } finally {
    await hosts.release()
  }
  const next = await nextSnapshotAt(ctx)
  if (next) await requestAssets(ctx, new Date(Math.max(next.getTime(), ctx.now().getTime() + 1_000)))
}

/** Failures of one version never end the run: it is tried again later, and completed without its files in the end. */
async function settleSnapshot(ctx: Ctx, snapshot: WaitingSnapshot, hosts: AssetSite['hosts']): Promise<void> {
  try {
    // The setting was switched off meanwhile.
    if (snapshot.asset_mb === 0) return await completeSnapshot(ctx, snapshot, [], noCounts())
    const site = await siteContext(ctx, snapshot.og_id, 0)
    const used = await countAssetBytes(ctx, snapshot.og_id)
    const room = { left: Math.max(0, snapshot.asset_mb * megabyte - used) }
    const { ids, counts } = await collectFiles({ ctx, site, hosts, room }, snapshot)
    await completeSnapshot(ctx, snapshot, ids, counts)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found')
      return await completeSnapshot(ctx, snapshot, [], noCounts())
    if (error instanceof HostBusy) return await deferSnapshot(ctx, snapshot, error.until, error.isFault)
    if (isTransient(error)) throw error
    ctx.log.warn({ err: error, version: snapshot.version_id }, 'crawl: files of a page version could not be fetched')
    if (!isLastTry(snapshot)) return await deferSnapshot(ctx, snapshot, new Date(ctx.now().getTime() + retryMs), true)
    await completeSnapshot(ctx, snapshot, [], { ...noCounts(), fault: 'internal' })
  }
}

const isLastTry = ({ attempts }: WaitingSnapshot) => attempts + 1 >= mostAttempts
const noCounts = (): SnapshotCounts => ({ kept: {}, missed: {} })

/** The page's files, and those of its stylesheets, breadth first: all stylesheets, then pictures, then fonts. */
async function collectFiles(
  work: AssetSite,
  snapshot: WaitingSnapshot,
): Promise<{ ids: number[]; counts: SnapshotCounts }> {
  const { ctx } = work
  const page = { url: snapshot.final_url, seenFrom: new Date(snapshot.seen_from) }
  const counts = noCounts()
  const ids = new Set<number>()
  const seen = new Set<string>()
  const queues: Record<AssetKind, AssetRef[]> = { style: [], picture: [], font: [] }
  const add = (refs: readonly AssetRef[]) => {
    for (const ref of refs)
      if (!seen.has(ref.url)) {
        seen.add(ref.url)
        queues[ref.kind].push(ref)
      }
  }
  add(await filesOfPage(ctx, snapshot))
  let files = 0
  for (const kind of ['style', 'picture', 'font'] as const)
    for (let ref = queues[kind].shift(); ref; ref = queues[kind].shift()) {
      const found = files < mostFiles ? await tryAsset(ref) : { fault: 'limit_files' }
      files += 1
      if ('fault' in found) {
        const missed = counts.missed[kind] ?? {}
        counts.missed[kind] = { ...missed, [found.fault]: (missed[found.fault] ?? 0) + 1 }
        continue
      }
      ids.add(found.id)
      counts.kept[kind] = (counts.kept[kind] ?? 0) + 1
      if (kind === 'style') add(await filesOfSheet(ctx, found))
    }
  return { ids: [...ids], counts }

  /** In the end one file is left out and counted: a host that refuses again and again, or a file that fails the job. */
  async function tryAsset(ref: AssetRef): Promise<FoundAsset> {
    try {
      return await findAsset(work, page, ref)
    } catch (error) {
      if (error instanceof HostBusy && error.isFault && isLastTry(snapshot)) return { fault: 'backed_off' }
      const isOwn = !(error instanceof HostBusy) && !(error instanceof AppError) && !isTransient(error)
      if (!isOwn || !isLastTry(snapshot)) throw error
      ctx.log.warn({ err: error, version: snapshot.version_id, url: ref.url }, 'crawl: file of a page left out')
      return { fault: 'internal' }
    }
  }
}

async function filesOfPage(ctx: Ctx, snapshot: WaitingSnapshot): Promise<AssetRef[]> {
  try {
    const source = await readStoredPage(ctx, snapshot)
    return source.html === null ? [] : await assetsInThread(source)
  } catch (error) {
    if (error instanceof CaptureLost) return []
    throw error
  }
}

async function filesOfSheet(ctx: Ctx, found: Exclude<FoundAsset, { fault: string }>): Promise<AssetRef[]> {
  const body = found.body ?? (await getCapture(ctx, Buffer.from(found.hash, 'hex')))
  const { text } = decodeBody(body, found.mediaType)
  return await assetsInThread({ html: null, text, url: found.finalUrl })
}

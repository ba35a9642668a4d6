import { type DescribedDiff, publishChanges } from '#server/features/diff/diff.service.ts'
import { keepTexts } from '#server/features/shared_text/shared_text.service.ts'
import { enqueue, findSite, type PlacedEntry } from '#server/features/site/site.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { putCapture, putCaptures } from '#server/store/store.ts'
import { extractorVersion } from '#server/text/extract.ts'
import { countAssetBytes, queueSnapshots } from './asset/asset.queries.ts'
import { requestAssets } from './asset/fetch-assets.ts'
import {
  followVersions,
  insertDiffs,
  insertFinds,
  insertPages,
  insertVersions,
  markPagesFailing,
  markPagesForbidden,
  markPagesSeen,
  notePageMoves,
  type VersionToWrite,
} from './flush.queries.ts'
import {
  addToRounds,
  completeFrontier,
  findKnownKeys,
  lockRounds,
  type RoundAdd,
  setHostClocks,
} from './flush-round.queries.ts'
import { flushUnchanged } from './flush-seen.queries.ts'
import { findOwnHosts } from './host.queries.ts'
import { type CrawlOutcome, isAlone, roundOf } from './outcome.ts'

type WithVersion = CrawlOutcome & { page: Extract<CrawlOutcome['page'], { type: 'version' }> }
type WithRemoval = CrawlOutcome & { page: { type: 'gone'; diff: DescribedDiff } }

/**
 * Writes the outcomes of some addresses; those with changes all or nothing. Returns the outcomes written. Drops
 * outcomes of a host that another collector holds by now (it fetches them again), of a round that has ended, and of a
 * removed page.
 */
export async function flush(ctx: Ctx, deviceId: number, outcomes: readonly CrawlOutcome[]): Promise<Set<CrawlOutcome>> {
  const quick = outcomes.filter(isUnchanged)
  const slow = outcomes.filter(outcome => !isUnchanged(outcome))
  const seen = quick.length > 0 ? await flushUnchanged(ctx, deviceId, quick) : new Set<string>()
  const written = slow.length > 0 ? await flushAll(ctx, deviceId, slow) : new Set<CrawlOutcome>()
  for (const outcome of quick) if (seen.has(`${outcome.target.og_id} ${outcome.target.url_key}`)) written.add(outcome)
  return written
}

/** Whether the page is unchanged, part of a round, and has no new links. */
function isUnchanged({ target, page, state, links, host, movedTo }: CrawlOutcome): boolean {
  if (movedTo !== undefined) return false
  return page?.type === 'seen' && state === 'done' && links.length === 0 && !isAlone(target) && host.backOffMs === 0
}

function flushAll(ctx: Ctx, deviceId: number, outcomes: readonly CrawlOutcome[]): Promise<Set<CrawlOutcome>> {
  return inTransaction(ctx, async ctx => {
    const ownHosts = await findOwnHosts(ctx, deviceId, [...new Set(outcomes.map(({ target }) => target.host))])
    const openRounds = await lockRounds(ctx, [...new Set(outcomes.map(({ target }) => target.og_id))])
    const isWanted = ({ target }: CrawlOutcome) =>
      target.round === 0 || openRounds.get(target.og_id)?.number === target.round
    const wanted = outcomes.filter(outcome => ownHosts.has(outcome.target.host) && isWanted(outcome))
    if (wanted.length === 0) return new Set()
    const completed = await completeFrontier(ctx, wanted)
    const accepted = wanted.filter(({ target }) => completed.has(`${target.og_id} ${target.url_key}`))
    if (accepted.length === 0) return new Set()
    await writeVersions(
      ctx,
      accepted.filter((each): each is WithVersion => each.page?.type === 'version'),
    )
    await markPagesSeen(
      ctx,
      accepted.filter(each => each.page?.type === 'seen'),
    )
    await markPagesFailing(ctx, accepted)
    await markPagesForbidden(ctx, accepted)
    await notePageMoves(ctx, accepted)
    await writeRemovals(
      ctx,
      accepted.filter((each): each is WithRemoval => each.page?.type === 'gone' && each.page.diff !== null),
    )
    const linkCounts = await writeLinks(ctx, accepted, openRounds)
    await addToRounds(ctx, [...countsOf(accepted, linkCounts).values()])
    await setHostClocks(ctx, accepted)
    return new Set(accepted)
  })
}

async function writeVersions(ctx: Ctx, outcomes: readonly WithVersion[]): Promise<void> {
  if (outcomes.length === 0) return
  const puts = await putCaptures(
    ctx,
    outcomes.flatMap(({ page: { version } }) => [
      { raw: version.raw, previous: version.previousHash === null ? null : Buffer.from(version.previousHash, 'hex') },
      ...(version.text === null ? [] : [{ raw: Buffer.from(version.text), previous: null }]),
    ]),
  )
  const placed = outcomes.map(outcome => ({
    target: outcome.target,
    og_id: outcome.target.og_id,
    round: roundOf(outcome.target),
    at: outcome.at.toISOString(),
    version: outcome.page.version,
  }))
  const newPages = await insertPages(
    ctx,
    placed.filter(({ target }) => target.page_id === null),
  )
  let at = 0
  const versions = placed.map(({ target, ...rest }): VersionToWrite => {
    const page = newPages.get(`${target.og_id} ${target.url_key}`)
    const hash = puts[at++]?.hash as Buffer
    const text_blob = rest.version.text === null ? null : (puts[at++]?.hash as Buffer)
    return { ...rest, page_id: target.page_id ?? (page?.id as number), hash, text_blob, id: page?.version_id ?? null }
  })
  const ids = await insertVersions(ctx, versions, extractorVersion)
  const known = [...versions.keys()].filter(index => versions[index]?.id === null)
  await followVersions(
    ctx,
    known.map(index => versions[index] as VersionToWrite),
    known.map(index => ids[index] as number),
  )
  await insertFinds(ctx, versions, ids)
  await queueFiles(ctx, versions, ids, outcomes)
  await keepTexts(
    ctx,
    versions.map(({ version, ...placed }, index) => ({
      ...placed,
      url_key: outcomes[index]!.target.url_key,
      texts: version.sharable,
    })),
  )
  await insertDiffs(
    ctx,
    outcomes.flatMap(({ target, page }, index) => {
      const { og_id, page_id, round, at } = versions[index] as VersionToWrite
      const from_version = page.diff?.kind === 'added' ? null : (target.version?.id ?? null)
      return page.diff
        ? [{ og_id, page_id, round, at, from_version, to_version: ids[index] as number, diff: page.diff }]
        : []
    }),
  )
  // Changes of a round are published when all its pages have been judged together.
  const alone = Map.groupBy(
    versions.flatMap(({ og_id }, index) =>
      outcomes[index]!.target.round === 0 ? [{ og_id, id: ids[index] as number }] : [],
    ),
    ({ og_id }) => og_id,
  )
  for (const [ogId, some] of alone) await publishChanges(ctx, ogId, { versions: some.map(({ id }) => id) })
}

/** Queues the files of new pages. The end of a round requests the job; for a page fetched alone it is requested here. */
async function queueFiles(
  ctx: Ctx,
  versions: readonly VersionToWrite[],
  ids: readonly number[],
  outcomes: readonly WithVersion[],
): Promise<void> {
  const isShown = ({ text_blob, version }: VersionToWrite) =>
    version.isGood && text_blob === null && version.feed === null
  const pictures = await storePictures(ctx, versions.filter(isShown))
  const shown = versions.flatMap((version, index) => {
    const { og_id, page_id } = version
    const picture = pictures.get(version) ?? null
    const drawing = drawingFault(version.version.picture, picture !== null)
    return isShown(version) ? [{ og_id, page_id, version_id: ids[index] as number, picture, drawing }] : []
  })
  const queued = await queueSnapshots(ctx, shown)
  if (queued > 0 && outcomes.some(({ target }) => isAlone(target))) await requestAssets(ctx)
}

/** Why a page has no picture; null if it has one, or if none was to be taken. */
function drawingFault(picture: Buffer | 'failed' | null, isStored: boolean): string | null {
  if (picture === 'failed') return 'render_failed'
  return picture === null || isStored ? null : 'limit_site'
}

/** Stores pictures of pages as far as their sites may keep them. */
async function storePictures(
  ctx: Ctx,
  versions: readonly VersionToWrite[],
): Promise<Map<VersionToWrite, { hash: Buffer; size: number }>> {
  const stored = new Map<VersionToWrite, { hash: Buffer; size: number }>()
  const bySite = Map.groupBy(
    versions.filter(({ version }) => version.picture instanceof Buffer),
    ({ og_id }) => og_id,
  )
  for (const [ogId, some] of bySite) {
    const { asset_mb: mostMb } = await findSite(ctx, ogId)
    let left = mostMb * 1_048_576 - (await countAssetBytes(ctx, ogId))
    for (const version of some) {
      const picture = version.version.picture as Buffer
      if (picture.length > left) continue
      left -= picture.length
      const { hash } = await putCapture(ctx, picture)
      stored.set(version, { hash, size: picture.length })
    }
  }
  return stored
}

async function writeRemovals(ctx: Ctx, outcomes: readonly WithRemoval[]): Promise<void> {
  await insertDiffs(
    ctx,
    outcomes.map(outcome => ({
      og_id: outcome.target.og_id,
      page_id: outcome.target.page_id as number,
      round: roundOf(outcome.target),
      at: outcome.at.toISOString(),
      from_version: outcome.target.version?.id ?? null,
      to_version: null,
      diff: outcome.page.diff,
    })),
  )
}

type LinkCounts = { found: number; refused: number; reasons: Record<string, number> }

/** Adds links to their rounds up to the page limit. */
async function writeLinks(
  ctx: Ctx,
  outcomes: readonly CrawlOutcome[],
  open: Map<number, { number: number; room: number }>,
): Promise<Map<string, LinkCounts>> {
  const withLinks = outcomes.filter(({ links, target }) => links.length > 0 && target.round > 0)
  // The first entry of an address counts.
  const all = new Map(
    withLinks
      .flatMap(({ links, target: { og_id, round } }) => links.map((link): PlacedEntry => ({ ...link, og_id, round })))
      .map(entry => [keyOf(entry), entry] as const)
      .toReversed(),
  )
  // An address that its round already knows does not count towards the limit.
  for (const entry of await findKnownKeys(ctx, [...all.values()])) all.delete(keyOf(entry))
  const room = new Map([...open].map(([ogId, round]) => [ogId, round.room]))
  const fitting = [...all.values()].toReversed().map((entry): PlacedEntry => {
    if (entry.state === 'refused') return entry
    const left = room.get(entry.og_id) ?? 0
    room.set(entry.og_id, left - 1)
    return left > 0 ? entry : { ...entry, state: 'refused', reason: 'limit_pages' }
  })
  const sums = new Map<string, LinkCounts>()
  for (const { og_id, state, reason } of await enqueue(ctx, fitting)) {
    const key = `${og_id} ${open.get(og_id)?.number}`
    const sum = sums.get(key) ?? { found: 0, refused: 0, reasons: {} }
    sums.set(key, sum)
    if (state !== 'refused') sum.found += 1
    else {
      sum.refused += 1
      if (reason) sum.reasons[reason] = (sum.reasons[reason] ?? 0) + 1
    }
  }
  return sums
}

const keyOf = ({ og_id, url_key }: { og_id: number; url_key: string }) => `${og_id} ${url_key}`

function countsOf(outcomes: readonly CrawlOutcome[], found: Map<string, LinkCounts>): Map<string, RoundAdd> {
  const sums = new Map<string, RoundAdd>()
  for (const outcome of outcomes) {
    const { target, state, reason, bytes } = outcome
    if (isAlone(target)) continue
    const key = `${target.og_id} ${target.round}`
    const sum = sums.get(key) ?? {
      og_id: target.og_id,
      number: target.round,
      fetched: 0,
      unchanged: 0,
      changed: 0,
      added: 0,
      removed: 0,
      failed: 0,
      bytes: 0,
      ...(found.get(key) ?? { found: 0, refused: 0, reasons: {} }),
    }
    sums.set(key, sum)
    sum.bytes += bytes
    if (state === 'waiting') continue
    if (reason !== null) sum.reasons[reason] = (sum.reasons[reason] ?? 0) + 1
    for (const [code, count] of entryReasons(outcome)) sum.reasons[code] = (sum.reasons[code] ?? 0) + count
    if (state === 'failed') sum.failed += 1
    else if (state === 'refused') sum.refused += 1
    else {
      sum.fetched += 1
      const kind = changeOf(outcome)
      if (kind) sum[kind] += 1
    }
  }
  return sums
}

/** Entries of a new version of a feed that were left out or lead nowhere; the round counts them by their reason. */
function entryReasons({ page }: CrawlOutcome): [string, number][] {
  const feed = page?.type === 'version' ? page.version.feed : null
  if (!feed) return []
  const all: [string, number][] = [
    ['entry_unreadable', feed.unreadable],
    ['entry_repeated', feed.repeated],
    ['entry_no_link', feed.no_link],
    ['feed_over', Number(feed.is_over)],
    ['feed_cut', Number(feed.is_cut)],
  ]
  return all.filter(([, count]) => count > 0)
}

function changeOf({ target, page }: CrawlOutcome): 'unchanged' | 'changed' | 'added' | 'removed' | null {
  if (page?.type === 'seen') return 'unchanged'
  if (page?.type === 'gone') return page.diff ? 'removed' : null
  if (page?.type !== 'version' || !page.version.isGood) return null
  if (target.version === null) return 'added'
  return page.diff ? 'changed' : 'unchanged'
}

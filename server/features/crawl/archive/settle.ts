import type { CaptureOutcome } from '#contract/page-archive.api.ts'
import { weighNames } from '#server/features/namesake/namesake.service.ts'
import { openDictionary } from '#server/features/word/word.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { captureHash, putCaptures } from '#server/store/store.ts'
import { extractorVersion } from '#server/text/extract.ts'
import { extractInThread } from '#server/text/extract-apart.ts'
import { judgeQuality } from '#server/text/quality.ts'
import { urlKey } from '#server/text/url.ts'
import { readContent } from '../fetching/fetch.ts'
import { effectiveStatus } from '../fetching/soft-404.ts'
import { findsOf } from '../finds.ts'
import { insertFinds, insertVersions, type VersionToWrite } from '../flush.queries.ts'
import type { NewVersion } from '../outcome.ts'
import type { SiteContext } from '../site-context.ts'
import { plainVersion, readAlone, sourceOf } from '../take-capture.ts'
import {
  type ArchivedPage,
  addVersions,
  copyVersion,
  findNeighbours,
  findReferred,
  insertArchivedPage,
  insertSighting,
  lockPage,
  type NeighbourVersion,
  splitVersion,
} from './archive.queries.ts'
import { type ArchivedCapture, CaptureRefused } from './capture.ts'
import { headerValue } from './http-message.ts'

/** A capture that can become a version. */
export type ReadCapture = { record: number; url: string; at: string; digest: string | null; version: NewVersion }
/** A capture without content, which refers to another one of the same page. */
export type ReadRevisit = Omit<ReadCapture, 'version'> & { revisit: { url: string; at: string | null } }

export function readRevisit({ record, url, atMs, digest, revisit }: ArchivedCapture): ReadRevisit | null {
  if (!revisit) return null
  const referredAt = revisit.atMs === null ? null : new Date(revisit.atMs).toISOString()
  return {
    ...{ record, url, at: new Date(atMs).toISOString(), digest: digest ?? null },
    revisit: { url: revisit.url, at: referredAt },
  }
}

/** Reads a capture as the collector reads a response; throws `CaptureRefused` if it is no page. */
export async function readCapture(ctx: Ctx, capture: ArchivedCapture, site: SiteContext): Promise<ReadCapture> {
  const { record, url, headers } = capture
  if (site.rules.match(new URL(url)) !== null) throw new CaptureRefused('refused_rule')
  const contentType = headerValue(headers, 'content-type') || null
  const content = await readContent(Buffer.from(capture.body), contentType, site.settings.charset, okStatus)
  if ('reason' in content) throw new CaptureRefused(content.reason === 'content_type' ? 'not_page' : 'unreadable')
  const html = content.html ?? ''
  const quality = judgeQuality({
    status: 200,
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    html: content.html ?? content.text ?? '',
    url,
    requestedUrl: url,
    isTruncated: false,
  })
  if (quality.quality !== 'good') throw new CaptureRefused('challenge')
  const { status } = effectiveStatus({ status: 200, html, url, requestedUrl: url, hops: [] })
  if (status !== 200) throw new CaptureRefused('status')
  const captured = {
    kind: 'page' as const,
    isRequested: false,
    url,
    status: 200,
    effectiveStatus: 200,
    isGood: true,
    isBlocked: false,
    qualityReasons: [],
    retryAfterMs: null,
    ...content,
    hash: captureHash(content.raw).toString('hex'),
    contentType,
    headers,
    hops: [],
    etag: null,
    lastModified: null,
    bytes: 0,
    picture: null,
  }
  const source = sourceOf(captured)
  const { whole, hash } = await readAlone(source)
  const plain = plainVersion(captured, whole, hash)
  const dictionary = await openDictionary(ctx)
  const filtered = site.hasFilter ? await extractInThread(source, site.filter) : whole
  const finds = findsOf(dictionary, filtered, noComparison, false)
  const weighed = await weighNames(ctx, { ...finds.named, site: site.ogId })
  const mentions = finds.mentions.flatMap(mention => {
    const of = weighed.get(`${mention.noun} ${mention.id}`)
    return of ? [{ ...mention, certainty: of.certainty, evidence: of.evidence }] : []
  })
  const version = { ...plain, title: storable(plain.title), previousHash: null, scanned: dictionary.version }
  return {
    record,
    url,
    at: new Date(capture.atMs).toISOString(),
    digest: capture.digest ?? null,
    version: { ...version, hits: finds.hits, mentions },
  }
}

/** Words and names of the past are not new. */
/** Other captures were refused before. */
const okStatus = 200
const noComparison = {
  hunks: [],
  addedChars: 0,
  removedChars: 0,
  totalChars: 0,
  addedLinks: [],
  removedLinks: [],
  isSourceChanged: false,
  isCoarse: false,
}

/** Without characters that the database does not store. */
const storable = (text: string | null) => text?.replaceAll('\0', '').toWellFormed() ?? null

/** `version_id`: the new version, or the equal one; `before_id`: the good version before a new one. */
export type SettledCapture = {
  outcome: CaptureOutcome
  page_id: number
  version_id: number | null
  before_id: number | null
}

/**
 * Writes a capture at its own time: a version, or a sighting of an equal neighbour. The newest version, the state and the
 * differences of the page remain as they are.
 */
export async function settleCapture(
  ctx: Ctx,
  archiveId: number,
  capture: ReadCapture,
  site: SiteContext,
): Promise<SettledCapture> {
  const { record, at, version, digest } = capture
  const page = await needPage(ctx, capture, site)
  if (page.status === 'forbidden' && (page.status_reason ?? 'person') === 'person')
    return { outcome: 'refused_rule', page_id: page.id, version_id: null, before_id: null }
  const { before, after } = await findNeighbours(ctx, page, at)
  const same = [before, after].find(each => each?.text_hash === version.textHash)
  if (same) {
    await insertSighting(ctx, page, { archive_id: archiveId, record, version_id: same.id, at, digest })
    return { outcome: 'same', page_id: page.id, version_id: same.id, before_id: null }
  }
  await splitNeighbours(ctx, page, { before, after }, at)
  const near = before ?? after
  const [raw, text] = await putCaptures(ctx, [
    { raw: version.raw, previous: near && Buffer.from(near.hash, 'hex') },
    ...(version.text === null ? [] : [{ raw: Buffer.from(version.text) }]),
  ])
  const placed: VersionToWrite = {
    og_id: page.og_id,
    page_id: page.id,
    round: 0,
    at,
    version,
    hash: raw!.hash,
    text_blob: text?.hash ?? null,
    archive_id: archiveId,
  }
  const [id] = await insertVersions(ctx, [placed], extractorVersion)
  await insertFinds(ctx, [placed], [id as number])
  await insertSighting(ctx, page, { archive_id: archiveId, record, version_id: id as number, at, digest })
  await addVersions(ctx, page)
  return { outcome: 'added', page_id: page.id, version_id: id as number, before_id: before?.id ?? null }
}

/**
 * A sighting of the capture that the record refers to, or a version with its content if the page was different in between.
 * A record whose capture is not known is left out: nothing is known of its content.
 */
export async function settleRevisit(
  ctx: Ctx,
  archiveId: number,
  { record, url, at, digest, revisit }: ReadRevisit,
  site: SiteContext,
): Promise<CaptureOutcome> {
  const page = await lockPage(ctx, site.ogId, keysOf(url))
  const isOwn = keysOf(revisit.url).some(key => keysOf(url).includes(key))
  const referred = page && isOwn ? await findReferred(ctx, page, { at, referredAt: revisit.at, digest }) : undefined
  if (!page || !referred) return 'revisit'
  const { before, after } = await findNeighbours(ctx, page, at)
  const same = [before, after].find(each => each?.text_hash === referred.text_hash)
  if (!same) await splitNeighbours(ctx, page, { before, after }, at)
  const id = same?.id ?? (await copyVersion(ctx, page, referred.id, { at, archive_id: archiveId }))
  await insertSighting(ctx, page, { archive_id: archiveId, record, version_id: id, at, digest })
  return same ? 'same' : 'added'
}

/** A neighbour that was seen on both sides of this time becomes two versions. */
async function splitNeighbours(
  ctx: Ctx,
  page: ArchivedPage,
  { before, after }: { before: NeighbourVersion | null; after: NeighbourVersion | null },
  at: string,
): Promise<void> {
  if (before) await splitVersion(ctx, page, before.id, at, 'later')
  if (after) await splitVersion(ctx, page, after.id, at, 'earlier')
}

/** The page of an address; one that differs in scheme or `www.` only is the same page of an earlier time. */
async function needPage(ctx: Ctx, { url, at, version }: ReadCapture, site: SiteContext): Promise<ArchivedPage> {
  const keys = keysOf(url)
  const known = await lockPage(ctx, site.ogId, keys)
  if (known) return known
  const key = keys[0] as string
  const { max_depth: depth } = site.settings
  await insertArchivedPage(ctx, site.ogId, { url, key, depth, at, title: version.title })
  return (await lockPage(ctx, site.ogId, [key])) as ArchivedPage
}

/** The keys of an address, and of its forms with the other scheme and with or without `www.`. */
export function keysOf(address: string): string[] {
  const forms = ['https:', 'http:'].flatMap(protocol => {
    const url = new URL(address)
    url.protocol = protocol
    const bare = url.hostname.replace(/^www\./, '')
    return [bare, `www.${bare}`].map(hostname => {
      url.hostname = hostname
      return urlKey(url.href)
    })
  })
  return [...new Set([urlKey(address), ...forms])].filter(key => key !== null)
}

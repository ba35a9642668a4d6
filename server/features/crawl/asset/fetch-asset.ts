import type { AssetKind } from '#contract/page-snapshot.ts'
import { cutText } from '#contract/text.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import type { FetchReason, FetchResult } from '#server/platform/fetcher/result.ts'
import { putCapture } from '#server/store/store.ts'
import { type AssetRef, assetUrl } from '#server/text/asset-url.ts'
import type { SiteContext } from '../site-context.ts'
import { confirmAsset, findAssets, type KnownAsset, saveAsset, saveAssetFault } from './asset.queries.ts'
import { formatOf } from './asset-format.ts'
import type { AssetHosts } from './asset-host.ts'

const mostBytes = 5 * 1_048_576
const mostMs = 30_000
/** Redirects to other hosts, each of which is a request in its own turn. */
const mostMoves = 3

/** The bytes that a site may still keep. */
export type AssetRoom = { left: number }
export type AssetSite = { ctx: Ctx; site: SiteContext; hosts: AssetHosts; room: AssetRoom }
type PageOfAsset = { url: string; seenFrom: Date }

/** A file as it was found: tied by its id, or the reason why it was not kept. `body` is set if it was just fetched. */
export type FoundAsset =
  | { id: number; hash: string; finalUrl: string; mediaType: string; body?: Buffer }
  | { fault: string }

/**
 * A file of a page. A content that was checked since `seenFrom` needs no request; an older one is requested on the
 * condition that it has changed.
 */
export async function findAsset(work: AssetSite, page: PageOfAsset, ref: AssetRef): Promise<FoundAsset> {
  const { ctx, site } = work
  const all = await findAssets(ctx, site.ogId, [ref.url])
  const known = all.find(({ hash }) => hash !== null)
  const failed = all.find(({ hash }) => hash === null)
  const isFresh = ({ checked_at }: KnownAsset) => new Date(checked_at) >= page.seenFrom
  if (failed?.fault && isFresh(failed) && !(known && isFresh(known))) return { fault: failed.fault }
  if (known && isFresh(known)) return foundAs(known)
  if (!known && work.room.left <= 0) return { fault: 'limit_site' }
  const found = await fetchAsset(work, page, ref, known)
  if ('fault' in found) await saveAssetFault(ctx, site.ogId, ref.url, found.fault)
  return found
}

function foundAs({ id, hash, final_url, media_type, url }: KnownAsset): FoundAsset {
  return { id, hash: hash as string, finalUrl: final_url ?? url, mediaType: media_type ?? '' }
}

async function fetchAsset(
  work: AssetSite,
  page: PageOfAsset,
  ref: AssetRef,
  known: KnownAsset | undefined,
): Promise<FoundAsset> {
  const { ctx } = work
  const result = await requestAsset(work, page, ref, known)
  if ('fault' in result) return result
  if (result.notModified && known) {
    await confirmAsset(ctx, known.id)
    return foundAs(known)
  }
  if (result.status >= 300) return { fault: `http_${result.status}` }
  if (result.isTruncated) return { fault: 'connection' }
  const format = await formatOf(result.body, ref.kind, result.headers['content-type'])
  if ('fault' in format) return format
  return await storeAsset(work, ref, result, format.mediaType)
}

async function requestAsset(
  { site, hosts }: AssetSite,
  page: PageOfAsset,
  { url, kind }: AssetRef,
  known: KnownAsset | undefined,
): Promise<Extract<FetchResult, { ok: true }> | { fault: string }> {
  const since = known ? { url: known.final_url ?? url, etag: known.etag, lastModified: known.last_modified } : {}
  let next = url
  for (let moves = 0; moves <= mostMoves; moves += 1) {
    const result = await hosts.request(next, site, {
      maxBytes: mostBytes,
      maxDecodedBytes: mostBytes,
      totalMs: mostMs,
      maxRedirects: 5,
      since,
      acceptsType: type => type !== 'text/html' && type !== 'application/xhtml+xml',
      headers: { accept: accepted[kind], referer: refererOf(page.url, next) },
    })
    if (!('ok' in result)) return { fault: faultOf(result.reason) }
    if (result.ok) return result
    const moved = result.reason === 'aborted' ? assetUrl(result.detail, next) : null
    if (!moved) return { fault: faultOf(result.reason) }
    next = moved
  }
  return { fault: 'too_many_redirects' }
}

/** Reasons that read differently for a file than for a page. */
const faultOf = (reason: FetchReason) =>
  reason === 'too_large' ? 'file_large' : reason === 'content_type' ? 'bad_format' : reason

const accepted: Record<AssetKind, string> = {
  style: 'text/css,*/*;q=0.1',
  picture: 'image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5',
  font: '*/*',
}

/** As a browser sends it: many sites refuse pictures without it. */
function refererOf(page: string, url: string): string {
  const from = new URL(page)
  from.hash = ''
  return from.origin === new URL(url).origin ? from.href : `${from.origin}/`
}

/** The bytes and their row are written together. */
async function storeAsset(
  { ctx, site, room }: AssetSite,
  { url }: AssetRef,
  { body, url: finalUrl, headers }: Extract<FetchResult, { ok: true }>,
  mediaType: string,
): Promise<FoundAsset> {
  if (body.length > room.left) return { fault: 'limit_site' }
  const validator = (value: string | undefined) => (value === undefined ? null : cutText(value, 1_000))
  const { id, isNew, hash } = await inTransaction(
    ctx,
    async ctx => {
      const { hash } = await putCapture(ctx, body)
      const saved = await saveAsset(ctx, site.ogId, {
        url,
        hash,
        final_url: assetUrl(finalUrl, url) ?? url,
        media_type: mediaType,
        size: body.length,
        etag: validator(headers.etag),
        last_modified: validator(headers['last-modified']),
      })
      return { ...saved, hash }
    },
    { isOnce: true },
  )
  if (isNew) room.left -= body.length
  return { id, hash: hash.toString('hex'), finalUrl, mediaType, body }
}

import { randomBytes } from 'node:crypto'
import type { AssetKind, SnapshotCounts } from '#contract/page-snapshot.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { CaptureLost, openCaptures } from '#server/store/store.ts'
import { nothing } from '#server/text/asset-css.ts'
import { decodeBody } from '#server/text/charset.ts'
import { renderInThread } from '#server/text/extract-apart.ts'
import type { PageView } from '#server/text/extract-tasks.ts'
import { escapeText } from '#server/text/neutralise.ts'
import type { PageSource } from '#server/text/source.ts'
import type { StoredAssets } from '#server/text/style-page.ts'
import type { PageVersionRow } from '../page.queries.ts'
import { findSnapshot, findSnapshotAssets, type SnapshotAsset } from './snapshot.queries.ts'

/** Most characters of all files in one page; pictures beyond it are not shown. */
const mostChars = 32 * 1_048_576
const mostSheetBytes = 8 * 1_048_576

/** A page in the styles that were stored with it, as one document that needs nothing else; marked as `renderInThread` does. */
export async function renderSnapshot(
  ctx: Ctx,
  version: PageVersionRow,
  source: PageSource,
  before: PageSource | null,
): Promise<{ view: PageView | null; snapshot: { state: 'waiting' | 'done'; counts: SnapshotCounts } | null }> {
  const snapshot = (await findSnapshot(ctx, version)) ?? null
  if (snapshot?.state !== 'done') return { view: await renderInThread(source, before, null), snapshot }
  const files = await findSnapshotAssets(ctx, version)
  const read = await openFiles(ctx, files)
  const nonce = randomBytes(9).toString('hex')
  const hidden = new Map<number | string, Hidden>()
  const view = await renderInThread(source, before, { assets: await readSheets(files, read, hidden), nonce })
  const html = view && (await fillIn(view, nonce, files, read, hidden))
  // Stylesheets beyond the limit may be a part of the page itself, which has no number of a file.
  for (let at = 0; at < (view?.cutSheets ?? 0); at += 1)
    hidden.set(`sheet ${at}`, { kind: 'style', reason: 'limit_view' })
  return {
    view: view && { ...view, html: html as string },
    snapshot: { ...snapshot, counts: withHidden(snapshot.counts, hidden) },
  }
}

/**
 * A file that the view leaves out, by its number or its token: the view would become too large, or the content is lost.
 */
type Hidden = { kind: AssetKind; reason: 'limit_view' | 'lost' }

const kindOf = (file: SnapshotAsset): AssetKind =>
  isSheet(file) ? 'style' : file.media_type.startsWith('font/') ? 'font' : 'picture'

function withHidden(counts: SnapshotCounts, hidden: ReadonlyMap<number | string, Hidden>): SnapshotCounts {
  const all = structuredClone(counts.missed)
  for (const { kind, reason } of hidden.values()) {
    const ofKind = all[kind] ?? {}
    all[kind] = { ...ofKind, [reason]: (ofKind[reason] ?? 0) + 1 }
  }
  return { ...counts, missed: all }
}

type ReadFile = (file: SnapshotAsset) => Promise<Buffer | null>

async function openFiles(ctx: Ctx, files: readonly SnapshotAsset[]): Promise<ReadFile> {
  const hashOf = ({ hash }: SnapshotAsset) => Buffer.from(hash, 'hex')
  const read = await openCaptures(ctx, files.map(hashOf))
  return async file => {
    try {
      return await read(hashOf(file))
    } catch (error) {
      if (error instanceof CaptureLost) return null
      throw error
    }
  }
}

const isSheet = ({ media_type }: SnapshotAsset) => !/^(?:image|font)\//.test(media_type)

async function readSheets(
  files: readonly SnapshotAsset[],
  read: ReadFile,
  hidden: Map<number | string, Hidden>,
): Promise<StoredAssets> {
  const assets: Record<string, StoredAssets[string]> = Object.create(null)
  let left = mostSheetBytes
  for (const file of files) {
    let sheet: StoredAssets[string]['sheet'] = null
    if (isSheet(file) && file.size > left) hidden.set(file.id, { kind: 'style', reason: 'limit_view' })
    else if (isSheet(file)) {
      const body = await read(file)
      left -= file.size
      if (body) sheet = { css: decodeBody(body, file.media_type).text, base: file.final_url }
      else hidden.set(file.id, { kind: 'style', reason: 'lost' })
    }
    assets[file.url] = { id: file.id, sheet }
  }
  return assets
}

/** Replaces the tokens of files by their contents. */
async function fillIn(
  { html, inline }: PageView,
  nonce: string,
  files: readonly SnapshotAsset[],
  read: ReadFile,
  hidden: Map<number | string, Hidden>,
): Promise<string> {
  const byId = new Map(files.map(file => [String(file.id), file]))
  const values = new Map<string, string>()
  const parts: string[] = []
  let [at, chars] = [0, 0]
  for (const found of html.matchAll(new RegExp(`og-asset-${nonce}-(i?)(\\d+)`, 'g'))) {
    const [token, isInline, number = ''] = found
    let value = values.get(token)
    const file = isInline ? undefined : byId.get(number)
    if (value === undefined) {
      value = isInline ? escapeText(inline[Number(number)] ?? nothing) : await dataAddress(file, read)
      if (file && !isSheet(file) && value === nothing) hidden.set(file.id, { kind: kindOf(file), reason: 'lost' })
      values.set(token, value)
    }
    chars += value.length
    const key = file?.id ?? token
    if (chars > mostChars && !hidden.has(key))
      hidden.set(key, { kind: file ? kindOf(file) : 'picture', reason: 'limit_view' })
    parts.push(html.slice(at, found.index), chars > mostChars ? nothing : value)
    at = found.index + token.length
  }
  return parts.join('') + html.slice(at)
}

async function dataAddress(file: SnapshotAsset | undefined, read: ReadFile): Promise<string> {
  if (!file || isSheet(file)) return nothing
  const body = await read(file)
  return body ? `data:${file.media_type};base64,${body.toString('base64')}` : nothing
}

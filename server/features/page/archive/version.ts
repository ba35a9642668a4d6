import type { Readable } from 'node:stream'
import type { Reply } from '#contract/endpoint.ts'
import type * as contract from '#contract/page.api.ts'
import { marksIn } from '#server/features/namesake/namesake.service.ts'
import { findSharedTextsOfVersion } from '#server/features/shared_text/shared_text.service.ts'
import { audit } from '#server/platform/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { CaptureLost, getCapture } from '#server/store/store.ts'
import { showInThread } from '#server/text/extract-apart.ts'
import { frameShared } from '#server/text/shared-texts.ts'
import type { PageSource } from '#server/text/source.ts'
import { findVersionsById, type PageVersionRow } from '../page.queries.ts'
import { needPage, needVersion, versionForReader } from '../page.service.ts'
import { findPicture } from '../snapshot/snapshot.queries.ts'
import { renderSnapshot } from '../snapshot/snapshot.ts'
import { readStoredPage } from './stored.ts'
import { writeWarc } from './warc.ts'

const mostBlocks = 5_000

/** A version as text with its marks, and as a sanitised page. */
export async function getPageVersion(
  ctx: Ctx,
  pageId: number,
  versionId: number,
): Promise<Reply<typeof contract.getPageVersion>> {
  const page = await needPage(ctx, pageId)
  const version = await needVersion(ctx, page, versionId)
  const stored = version.is_lost ? null : await unlessLost(readStoredPage(ctx, version))
  if (!stored)
    return { version: { ...versionForReader(ctx, version), is_lost: true }, blocks: [], names: [], cut: 0, html: null }
  const { blocks: read, cut, html } = await showInThread(stored, mostBlocks)
  const blocks = frameShared(read, await findSharedTextsOfVersion(ctx, page.og.id, version.round))
  const { marks, names } = await marksIn(
    ctx,
    blocks.map(block => block.text),
    { page: page.id, versions: [version.id], site: page.og.id },
  )
  return {
    version: versionForReader(ctx, version),
    blocks: blocks.map(({ text, tag, part, links }, at) => ({ text, tag, part, links, marks: marks[at] ?? [] })),
    names,
    cut,
    html,
  }
}

/** The size of a change as the feature of differences states it. */
export type CountChanges = (
  ctx: Ctx,
  ogId: number,
  before: PageSource,
  after: PageSource,
) => Promise<{ added: number; removed: number }>

/** A version in its original appearance, with the changes since another one marked. */
export async function readPageSnapshot(
  ctx: Ctx,
  pageId: number,
  versionId: number,
  since: number | undefined,
  countChanges: CountChanges,
): Promise<Omit<Reply<typeof contract.getPageLook>, 'is_separate'>> {
  const page = await needPage(ctx, pageId)
  const version = await needVersion(ctx, page, versionId)
  const earlier = since === undefined ? null : await needVersion(ctx, page, since)
  const read = async (row: PageVersionRow) => (row.is_lost ? null : await unlessLost(readStoredPage(ctx, row)))
  const [stored, before] = await Promise.all([read(version), earlier && read(earlier)])
  const [{ view, snapshot }, changes] = await Promise.all([
    stored ? renderSnapshot(ctx, version, stored, before) : { view: null, snapshot: null },
    stored && before ? countChanges(ctx, page.og.id, before, stored) : { added: 0, removed: 0 },
  ])
  if (!view) return { html: null, is_marked: false, marked: 0, ...changes, snapshot }
  const { html, isMarked, added, removed } = view
  return { html, is_marked: isMarked, marked: added + removed, ...changes, snapshot }
}

/** A version as the browser drew it. */
export async function readPagePicture(
  ctx: Ctx,
  pageId: number,
  versionId: number,
): Promise<Reply<typeof contract.getPagePicture>> {
  const page = await needPage(ctx, pageId)
  const hash = await findPicture(ctx, await needVersion(ctx, page, versionId))
  const body = hash && (await unlessLost(getCapture(ctx, hash)))
  return { picture: body ? `data:image/webp;base64,${body.toString('base64')}` : null }
}

/** Versions as they were received, as a WARC file. */
export async function exportEvidence(
  ctx: Ctx,
  pageId: number,
  ids: readonly number[] | undefined,
): Promise<{ name: string; file: Readable }> {
  const page = await needPage(ctx, pageId)
  const versions = (await findVersionsById(ctx, page, ids)).filter(version => !version.is_lost)
  if (versions.length === 0 || (ids && versions.length < new Set(ids).size)) throw new AppError('not_found')
  await audit(ctx, {
    act: 'export',
    noun: 'page',
    recordId: page.id,
    detail: { format: 'warc', versions: versions.map(version => version.id) },
  })
  return { name: `page-${page.id}.warc.gz`, file: writeWarc(captures(ctx, page.url, versions)) }
}

/** Null if the store has lost the snapshot. */
async function unlessLost<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read
  } catch (error) {
    if (error instanceof CaptureLost) return null
    throw error
  }
}

async function* captures(ctx: Ctx, url: string, versions: readonly PageVersionRow[]) {
  for (const version of versions) {
    const body = await unlessLost(getCapture(ctx, Buffer.from(version.hash, 'hex')))
    if (!body) continue
    yield {
      id: version.id,
      url,
      finalUrl: version.final_url,
      fetchedAt: version.fetched_at,
      status: version.http_status ?? 200,
      headers: version.headers,
      hops: version.hops,
      round: version.round,
      quality: version.quality,
      hash: version.hash,
      body,
    }
  }
}

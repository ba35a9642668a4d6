import { createHash } from 'node:crypto'
import { type clipPage, type listClipSites, mostClipSites } from '#contract/clip.api.ts'
import type { Received, Reply } from '#contract/endpoint.ts'
import { getOg } from '#server/features/og/og.service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { siteContext } from '../site-context.ts'
import { archiveFiles, findSitesOf, lockArchiveOf, type StoredArchive } from './archive.queries.ts'
import { type ArchivedCapture, CaptureRefused, checkAddress } from './capture.ts'
import { readCapture, type SettledCapture, settleCapture } from './settle.ts'

const megabyte = 1_048_576

export async function findClipSites(ctx: Ctx, url: string): Promise<Reply<typeof listClipSites>> {
  const host = URL.parse(url)?.hostname
  if (!host) return { items: [] }
  const found = await findSitesOf(ctx, host, mostClipSites)
  const ogs = await Promise.all(found.map(({ id }) => getOg(ctx, id)))
  return { items: ogs.filter(({ can }) => can.includes('update')).map(({ id, name }) => ({ id, name })) }
}

/**
 * Stores a page as a reader sees it, at the present time. Like a capture of a web archive it does not become the newest
 * version of its page: the next visit would compare a page before its login with one behind it.
 */
export async function storeClip(
  ctx: Ctx,
  { og_id, url, html }: Received<typeof clipPage>['body'],
): Promise<Reply<typeof clipPage>> {
  const og = await getOg(ctx, og_id)
  if (!og.can.includes('update')) throw new AppError('forbidden_record')
  const site = await siteContext(ctx, og_id, 0)
  const body = Buffer.from(html)
  try {
    const capture: ArchivedCapture = {
      record: 0,
      url: checkAddress(url, site.hosts),
      atMs: ctx.now().getTime(),
      headers: [['content-type', 'text/html; charset=utf-8']],
      body,
    }
    if (body.length > site.settings.max_page_mb * megabyte) throw new CaptureRefused('too_large')
    const read = await readCapture(ctx, capture, site)
    return await inTransaction(ctx, async ctx => {
      const archive = await lockClips(ctx, og_id)
      const settled = await settleCapture(ctx, archive.id, { ...read, record: archive.records }, site)
      await countClip(ctx, archive, settled, body.length)
      await audit(ctx, { act: 'clip_page', noun: 'og', recordId: og_id, detail: { url: capture.url, ...settled } })
      return settled
    })
  } catch (error) {
    if (!(error instanceof CaptureRefused)) throw error
    return { outcome: error.outcome, page_id: null, version_id: null, before_id: null }
  }
}

/** The row that holds the clips of this user for this organisation, locked. */
async function lockClips(ctx: Ctx, ogId: number): Promise<StoredArchive> {
  const sha256 = createHash('sha256').update(`clips of user ${ctx.actor.id}`).digest('hex')
  const values = { og_id: ogId, sha256, file_name: ctx.actor.username, size: 0, format: 'clip' as const }
  return (await lockArchiveOf(ctx, ogId, sha256)) ?? (await archiveFiles.insert(ctx, { ...values, state: 'done' }))
}

async function countClip(
  ctx: Ctx,
  { id, counts, records, size }: StoredArchive,
  { outcome }: SettledCapture,
  bytes: number,
): Promise<void> {
  await archiveFiles.change(ctx, id, {
    file_name: ctx.actor.username,
    counts: { ...counts, [outcome]: (counts[outcome] ?? 0) + 1 },
    records: records + 1,
    size: size + bytes,
    ended_at: ctx.now().toISOString(),
  })
}

import { Readable } from 'node:stream'
import { pagePolicy, withGuard } from '#contract/page-guard.ts'
import type { Ticket } from '#contract/ticket.api.ts'
import { makeTicket, type OutgoingFile } from '#server/features/ticket/ticket.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { findVersionPage } from '../page.queries.ts'
import { needPage, needVersion } from '../page.service.ts'
import { type CountChanges, readPageSnapshot } from './version.ts'

/** A ticket that displays a version on the origin for files. */
export async function makePageLookTicket(
  ctx: Ctx,
  pageId: number,
  versionId: number,
  since: number | undefined,
  contentOrigin: string | undefined,
): Promise<Ticket> {
  if (contentOrigin === undefined) throw new AppError('wrong_state')
  const page = await needPage(ctx, pageId)
  await needVersion(ctx, page, versionId)
  if (since !== undefined) await needVersion(ctx, page, since)
  const { url, expires_at } = await makeTicket(ctx, 'page_look', versionId, since)
  return { url: new URL(url, contentOrigin).href, expires_at }
}

/** The page of a ticket; access is checked again when it is displayed. */
export async function openPageLook(
  ctx: Ctx,
  versionId: number,
  since: number | null,
  countChanges: CountChanges,
): Promise<OutgoingFile> {
  const page = await findVersionPage(ctx, versionId)
  if (!page) throw new AppError('not_found')
  const { html } = await readPageSnapshot(ctx, page.id, versionId, since ?? undefined, countChanges)
  if (html === null) throw new AppError('not_found')
  return {
    name: 'page.html',
    mediaType: 'text/html; charset=utf-8',
    content: Readable.from([withGuard(html)]),
    policy: pagePolicy,
  }
}

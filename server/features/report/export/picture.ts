import { buffer } from 'node:stream/consumers'
import type { Report } from '#contract/report.api.ts'
import type { ReportBlock } from '#contract/report-body.ts'
import { openAttachmentOf } from '#server/features/attachment/attachment.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { fitPicture } from '#server/platform/files/image.ts'
import type { ExportPicture } from './export-tasks.ts'

/** Limits for the pictures of one report: number and total size. */
const most = 200
const mostBytes = 60 * 1_048_576
/** Longest side in pixels; a printed page shows no more. */
const mostPixels = 1_600

/**
 * A report's pictures in formats that files can contain; a lost or broken one is omitted, and its description is shown
 * instead.
 */
export async function picturesOf(ctx: Ctx, report: Report): Promise<ExportPicture[]> {
  const found: ExportPicture[] = []
  let bytes = 0
  for (const id of [...new Set(idsIn(report.body.content))].slice(0, most)) {
    if (bytes > mostBytes) break
    const picture = await readPicture(ctx, report.id, id)
    if (!picture) continue
    bytes += picture.bytes.length
    found.push(picture)
  }
  return found
}

async function readPicture(ctx: Ctx, reportId: number, id: number): Promise<ExportPicture | undefined> {
  try {
    const file = await openAttachmentOf(ctx, 'report', reportId, id)
    if (!file?.isPicture) return undefined
    const isPhoto = file.mediaType === 'image/jpeg'
    const small = await fitPicture(await buffer(file.content), mostPixels, isPhoto)
    if (!small) throw new Error('the picture exceeds the drawing limits')
    return { id, type: isPhoto ? 'jpg' : 'png', ...small }
  } catch (error) {
    ctx.log.warn({ err: error, reportId, id }, 'report: picture unreadable, the document omits it')
    return undefined
  }
}

function idsIn(blocks: readonly ReportBlock[]): number[] {
  return blocks.flatMap(block => {
    switch (block.type) {
      case 'image':
        return [block.attrs.attachment_id]
      case 'bulletList':
      case 'orderedList':
        return block.content.flatMap(item => idsIn(item.content))
      case 'blockquote':
        return idsIn(block.content)
      case 'table':
        return block.content.flatMap(row => row.content.flatMap(cell => idsIn(cell.content)))
      default:
        return []
    }
  })
}

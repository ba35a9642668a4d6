import type { Import } from '#contract/import.api.ts'
import { createImport, type ImportAdapters } from '#server/features/import/import.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { openUpload } from './ticket.ts'
import { getUpload } from './upload.service.ts'

/** Starts an import from an uploaded table. It copies the file, so that neither depends on the other. */
export async function importUpload(
  ctx: Ctx,
  adapters: ImportAdapters,
  id: number,
  noun: keyof ImportAdapters,
): Promise<Import> {
  const upload = await getUpload(ctx, id)
  if (!upload.acts.includes('import')) throw new AppError('wrong_state')
  const content = await openUpload(ctx, upload.sha256)
  return await createImport(ctx, adapters, noun, { name: upload.file_name, content, isTruncated: () => false })
}

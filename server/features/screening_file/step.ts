import { editors } from '#contract/role.ts'
import { findUser } from '#server/features/user/user.service.ts'
import { IngestFault } from '#server/ingest/fault.ts'
import { failedWith, type StepsOf, type StepWork } from '#server/ingest/staging/step.ts'
import { releaseFiles } from '#server/platform/blob/removed-files.ts'
import { asUser } from '#server/platform/http/as-user.ts'
import { type StoredFile, screeningFiles } from './screening_file.queries.ts'

export type FileWork = StepWork<StoredFile>

export const fileSteps: StepsOf<StoredFile> = {
  table: screeningFiles,
  log: 'screening file: run failed',
  asOwner: async (ctx, { owner }) => {
    const found = asUser(ctx, await findUser(ctx, owner), editors)
    if (!found) throw new IngestFault('not_allowed')
    return found
  },
  /** A file that was never read is useless; one that was read can be read again from another sheet or heading row. */
  fail: async (ctx, { id, file_key, layout }, fault) => {
    const isUseless = file_key !== null && layout === null
    if (isUseless) await releaseFiles(ctx, [file_key])
    await screeningFiles.change(ctx, id, { ...failedWith(ctx, fault), ...(isUseless && { file_key: null }) })
  },
}

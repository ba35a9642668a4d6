import * as z from 'zod/mini'
import { editors } from '#contract/role.ts'
import { findUser } from '#server/features/user/user.service.ts'
import { IngestFault, ingestSentence } from '#server/ingest/fault.ts'
import { giveUpFiles, removeReleasedFiles } from '#server/platform/blob/removed-files.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { isPassing } from '#server/platform/db/transient-fault.ts'
import { asUser } from '#server/platform/http/as-user.ts'
import type { Job } from '#server/platform/jobs/jobs.ts'
import { changeFile, type FileState, type JobStep, lockStep, type StoredFile } from './screening_file.queries.ts'
import { sentenceOf } from './sentences.ts'

/** The step is no longer current: it was cancelled, or another job has done it. */
export class StepStopped extends Error {}

/** A failure that is reported to the owner. */
export class ScreeningRefused extends Error {
  readonly code: 'no_lists' | 'not_allowed'
  constructor(code: ScreeningRefused['code']) {
    super(code)
    this.code = code
  }
}

/** `pause` ends a step between two portions when the worker stops. */
export type StepWork = { step: JobStep; pause(): void }

const Payload = z.strictObject({ id: z.int(), step: z.int() })

/** A job that runs one step as the file's owner, and reports to them why it failed. */
export function stepJob(state: FileState, doStep: (ctx: Ctx, row: StoredFile, work: StepWork) => Promise<void>): Job {
  return async (systemCtx, payload, { signal }) => {
    const step = Payload.parse(payload)
    const row = await inTransaction(systemCtx, ctx => lockStep(ctx, step, state))
    if (!row) return
    const ctx: Ctx = { ...systemCtx, locale: row.locale }
    try {
      await doStep(ctx, row, { step, pause: () => signal?.throwIfAborted() })
    } catch (error) {
      if (error instanceof StepStopped) return
      const isTold = error instanceof IngestFault || error instanceof ScreeningRefused
      if (!isTold && (signal?.aborted || isPassing(error))) throw error
      if (!isTold) ctx.log.error({ err: error, screening_file_id: row.id }, 'screening file: run failed')
      await inTransaction(ctx, async ctx => {
        const now = await lockStep(ctx, step, state)
        if (!now) return
        if (now.file_key !== null) await giveUpFiles(ctx, [now.file_key])
        await changeFile(ctx, row.id, { state: 'failed', file_key: null, error: errorSentence(error, ctx) })
      })
      await removeReleasedFiles(ctx)
    }
  }
}

function errorSentence(error: unknown, { locale }: Ctx): string {
  if (error instanceof IngestFault) return ingestSentence(error.code, locale, error.detail)
  return sentenceOf(error instanceof ScreeningRefused ? error.code : 'internal', locale)
}

/** Throws if the owner has lost the role or the account. */
export async function needOwner(ctx: Ctx, { owner }: Pick<StoredFile, 'owner'>): Promise<void> {
  if (!asUser(ctx, await findUser(ctx, owner), editors)) throw new ScreeningRefused('not_allowed')
}

import * as z from 'zod/mini'
import { MergeEntity } from '#contract/duplicate.api.ts'
import { mergeEntities } from '#contract/registry.ts'
import { isImporting } from '#server/features/import/import.service.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { decideDuplicates, resumeDuplicateBatches } from './batch.ts'
import { removeDead } from './find.queries.ts'
import { findPortion } from './find.ts'

const Payload = z.looseObject({ noun: z.optional(MergeEntity) })

export const duplicateJobs: Jobs = {
  /** Two jobs take turns, portion by portion; a job that starts again after a kill continues where it was. */
  find_duplicates: async (ctx, payload, { signal }) => {
    const { noun } = Payload.parse(payload ?? {})
    // A scheduled search yields to an import that users are waiting for.
    for (const each of noun ? [noun] : mergeEntities)
      while ((noun || !(await isImporting(ctx))) && (await findPortion(ctx, each))) signal?.throwIfAborted()
  },
  decide_duplicates: decideDuplicates,
  resume_duplicate_batches: resumeDuplicateBatches,
  remove_dead_duplicates: async ctx => {
    for (const noun of mergeEntities) await removeDead(ctx, noun)
  },
}

export const duplicateCrontab = [
  '*/3 * * * * find_duplicates',
  '* * * * * resume_duplicate_batches',
  '41 3 * * * remove_dead_duplicates',
]

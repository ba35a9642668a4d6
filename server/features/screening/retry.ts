import * as z from 'zod/mini'
import { partyEntities } from '#contract/registry.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Retry } from '#server/platform/jobs/quarantine.ts'
import { checkEntry } from './engine.ts'
import { findEntry } from './party.queries.ts'
import { screenEntryAgain } from './progress.queries.ts'
import { queueRecord } from './queue.queries.ts'
import { lockWriting } from './screened.queries.ts'

const Detail = z.union([
  z.object({ noun: z.enum(partyEntities), record_id: z.int() }),
  z.object({ list_id: z.int(), entry_key: z.string() }),
])

/** Compares a record again like a saved one, an entry like a new one. */
export const retryScreening: Retry = async (ctx, { detail }) => {
  const what = Detail.parse(detail)
  const isRecord = 'record_id' in what
  if (isRecord) await queueRecord(ctx, what.noun, what.record_id)
  else {
    const entry = await findEntry(ctx, what.list_id, what.entry_key)
    if (!entry) return undefined
    await checkEntry(entry)
    // A worker that compared the list without this entry writes its results before this statement, or not at all.
    await lockWriting(ctx)
    await screenEntryAgain(ctx, what.list_id, what.entry_key)
  }
  await addJob(ctx.db, 'screen_parties', {}, { key: 'screen_parties', queue: 'screening' })
  return isRecord ? 'asked' : undefined
}

import { type Duplicate, listDuplicates, type MergeEntity } from '#contract/duplicate.api.ts'
import { endpointQuery } from '#web/platform/query.ts'

export const pairsOnPage = 50

type PairQuery = { noun: MergeEntity; state: Duplicate['state']; current: number; record: string | undefined }

/** One page of the queue. */
export function pairOptions({ noun, state, current, record }: PairQuery) {
  const query = { noun, state, current, pageSize: pairsOnPage, ...(record && { record }) }
  return { ...endpointQuery(listDuplicates, { query }) }
}

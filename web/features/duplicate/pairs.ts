import { type Duplicate, listDuplicates, type MergeNoun } from '#contract/duplicate.ts'
import { ask } from '#web/platform/query.ts'

export const pairsOnPage = 50

type Asked = { noun: MergeNoun; state: Duplicate['state']; current: number; record: string | undefined }

/** One page of the queue. */
export function pairOptions({ noun, state, current, record }: Asked) {
  const query = { noun, state, current, pageSize: pairsOnPage, ...(record && { record }) }
  return { ...ask(listDuplicates, { query }) }
}

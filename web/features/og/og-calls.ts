import {
  bulkOg,
  createOg,
  deleteOg,
  getOg,
  listOgHistory,
  restoreOg,
  restoreOgValue,
  updateOg,
} from '#contract/og.api.ts'
import { recordCalls } from '#web/record/record-calls.ts'

export const ogCalls = recordCalls(
  {
    get: getOg,
    create: createOg,
    update: updateOg,
    remove: deleteOg,
    restore: restoreOg,
    history: listOgHistory,
    restoreValue: restoreOgValue,
    bulk: bulkOg,
  },
  ['og', 'og_cate', 'claim', 'fact_check'],
)

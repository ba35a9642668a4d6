import {
  bulkSource,
  createSource,
  deleteSource,
  getSource,
  listSourceHistory,
  reinstateSource,
  restoreSource,
  restoreSourceValue,
  type Source,
  updateSource,
  withdrawSource,
} from '#contract/source.api.ts'
import { call } from '#web/platform/api.ts'
import { recordCalls } from '#web/record/record-calls.ts'

const calls = recordCalls(
  {
    get: getSource,
    create: createSource,
    update: updateSource,
    remove: deleteSource,
    restore: restoreSource,
    history: listSourceHistory,
    restoreValue: restoreSourceValue,
    bulk: bulkSource,
  },
  ['source', 'claim', 'fact_check'],
)

export const sourceCalls = {
  ...calls,
  withdraw: ({ id, rev }: Source, reason: string) =>
    calls.showing(call(withdrawSource, { params: { id }, body: { reason, rev } })),
  reinstate: ({ id }: Source) => calls.showing(call(reinstateSource, { params: { id } })),
}

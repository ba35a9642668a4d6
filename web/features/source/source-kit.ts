import type { Source } from '#contract/source.api.ts'
import type { RecordConfig } from '#web/record/kit.ts'
import { sourcePageMessages } from './messages.ts'
import { sourceCalls } from './source-calls.ts'

export const sourceConfig: RecordConfig<Source> = {
  noun: 'source',
  calls: sourceCalls,
  nameOf: source => source.name,
  texts: sourcePageMessages,
  list: 'admin_source',
  detail: 'source_detail',
}

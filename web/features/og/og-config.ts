import type { Og } from '#contract/og.api.ts'
import { ogOverview, visitOg } from '#contract/overview.api.ts'
import { displayName } from '#web/platform/display-name.ts'
import type { RecordConfig } from '#web/record/record-config.ts'
import { ogCalls } from './og-calls.ts'
import { ogPageMessages } from './page-messages.ts'

export const ogConfig: RecordConfig<Og> = {
  noun: 'og',
  calls: ogCalls,
  nameOf: og => displayName(og),
  texts: ogPageMessages,
  list: 'og',
  detail: 'og_detail',
  overview: { get: ogOverview, visit: visitOg },
}

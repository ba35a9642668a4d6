import type { Og } from '#contract/og.ts'
import { ogOverview, visitOg } from '#contract/overview.ts'
import type { RecordKit } from '#web/record/kit.ts'
import { ogCalls } from './og-calls.ts'
import { ogPageMessages } from './page-messages.ts'

export const ogKit: RecordKit<Og> = {
  noun: 'og',
  calls: ogCalls,
  nameOf: og => og.name,
  texts: ogPageMessages,
  list: 'og',
  detail: 'og_detail',
  overview: { get: ogOverview, visit: visitOg },
}

import { expect, test } from 'vitest'
import { ogOverview, personOverview } from '#contract/overview.ts'
import { firstReads } from '#contract/route.ts'
import { diffOptions } from '#web/features/diff/diff-calls.ts'
import { eventKit } from '#web/features/event/event-kit.ts'
import { ogKit } from '#web/features/og/og-kit.ts'
import { personKit } from '#web/features/person/person-kit.ts'
import { reportKit } from '#web/features/report/report-kit.ts'
import { ask } from '#web/platform/query.ts'
import { addressOf } from '#web/platform/url.ts'

const overviewOf = (endpoint: typeof ogOverview | typeof personOverview) => ask(endpoint, { params: { id: 7 } })

test.each([
  ['/og/7?tab=history', [ogKit.calls.one(7), overviewOf(ogOverview)]],
  ['/person/7/', [personKit.calls.one(7), overviewOf(personOverview)]],
  ['/event/7', [eventKit.calls.one(7)]],
  ['/report/7', [reportKit.calls.one(7)]],
  ['/admin/diff/detail?og_id=3&id=7', [diffOptions(7)]],
])('%s starts with the first requests of its page, character by character', (address, options) => {
  const asked = options.map(({ queryKey: [, path, sent] }) => addressOf(path as string, sent as object))
  expect(firstReads(address)).toEqual(asked)
})

test.each([
  '/og',
  '/og/new',
  '/og/0',
  '/og/7%22%3E',
  '/og/7/8',
  '/admin/diff/detail',
  '/admin/diff/detail?id=a&id=7',
  '//',
])('%s starts without requests', address => {
  expect(firstReads(address)).toEqual([])
})

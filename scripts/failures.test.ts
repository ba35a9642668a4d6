import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Alerts with another purpose: faults of one field, the login, locks, the frame of a page, the wall of devices. */
const ownAlerts = [
  'web/features/device/device-list-page.tsx',
  'web/features/og_cate/name-form.tsx',
  'web/features/page/add-page.tsx',
  'web/features/report/report-writing.tsx',
  'web/features/screening/rule-form.tsx',
  'web/features/session/callback-page.tsx',
  'web/features/session/confirm-page.tsx',
  'web/features/session/login-form.tsx',
  'web/features/session/provider-list.tsx',
  'web/features/session/second-step.tsx',
  'web/features/system/setting-row.tsx',
  'web/record/record-state.tsx',
  'web/shell/page-failure.tsx',
  'web/ui/form/record-form.tsx',
  'web/ui/frame/failure.tsx',
]

test('no screen draws a failure of its own', () => {
  const own = globSync('web/**/*.tsx')
    .filter(file => !file.endsWith('.test.tsx') && !file.startsWith('web/dist'))
    .filter(file => /<[a-z]+\b(?:[^<>]|=>)*role="alert"/.test(readFileSync(file, 'utf8')))
  expect(own.toSorted()).toEqual(ownAlerts)
})

import { expect, it } from 'vitest'
import { versionTimes } from './version-times.ts'

it('names versions of one minute by their seconds', () => {
  const versions = ['2026-11-15T06:00:05.000Z', '2026-11-15T06:00:41.000Z', '2026-11-15T06:01:00.000Z'].map(
    (fetched_at, id) => ({ id, fetched_at }),
  )
  const timeOf = versionTimes(versions)
  expect(versions.map(timeOf).map(text => text.replace(/^.* \d+:/, ''))).toEqual(['00:05', '00:41', '01'])
})

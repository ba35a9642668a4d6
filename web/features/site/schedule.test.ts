import { describe, expect, it } from 'vitest'
import { readSchedule, writeSchedule } from './schedule.ts'

describe('a schedule', () => {
  it.each([
    ['5 * * * *', { kind: 'hourly', minute: 5 }],
    ['0 */6 * * *', { kind: 'hours', every: 6, minute: 0 }],
    ['30 6 * * *', { kind: 'daily', hour: 6, minute: 30 }],
    ['0 6 * * 1-5', { kind: 'weekly', days: [1, 2, 3, 4, 5], hour: 6, minute: 0 }],
    ['0 6 * * 7,3', { kind: 'weekly', days: [0, 3], hour: 6, minute: 0 }],
    ['0 6 * * 0-6', { kind: 'daily', hour: 6, minute: 0 }],
  ])('describes %s in words', (cron, schedule) => {
    expect(readSchedule(cron)).toEqual(schedule)
    expect(readSchedule(writeSchedule(readSchedule(cron) as never))).toEqual(schedule)
  })

  it.each(['*/10 * * * *', '0 6 1 * *', '0 */7 * * *', '60 * * * *', '0 6 * *', '0 6 * * MON', '0 6 * * 5-1', '', 'x'])(
    'leaves %s unchanged',
    cron => expect(readSchedule(cron)).toBeNull(),
  )
})

import { expect, test } from 'vitest'
import type { PageFigure } from '#server/text/figures.ts'
import { type AlertRule, judgeAlert } from './judge-alert.ts'
import { seriesOf } from './series.ts'

const figure = (key: string, value: number): PageFigure => ({
  key,
  heading: '',
  label: key,
  column: '',
  kind: 'number',
  value,
  text: String(value),
})
const version = (id: number, figures: PageFigure[]) => ({
  id,
  at: `2026-05-0${id}T00:00:00.000Z`,
  until: `2026-05-0${id}T12:00:00.000Z`,
  figures,
})

test('series that changed come first, one without a change has its newest point only', () => {
  const { items, cut } = seriesOf([
    version(1, [figure('staff', 5), figure('price', 10), figure('gone', 1)]),
    version(2, [figure('staff', 5), figure('price', 12)]),
    version(3, [figure('staff', 5), figure('price', 12)]),
  ])
  expect(cut).toBe(0)
  expect(
    items.map(({ key, changes, is_present, points }) => [key, changes, is_present, points.map(p => p.version_id)]),
  ).toEqual([
    ['price', 1, true, [1, 2, 3]],
    ['staff', 0, true, [3]],
    ['gone', 0, false, [1]],
  ])
})

test('a series with an alert is never cut', () => {
  const many = Array.from({ length: 400 }, (_, at) => figure(`f${at}`, at))
  const { items, cut } = seriesOf([version(1, many)], new Set(['f399']))
  expect([items[0]?.key, items.length, cut]).toEqual(['f399', 300, 100])
})

const start: AlertRule = { rule: 'above', amount: 100, is_share: false, value: 90, base: 90, state: 'quiet' }
const run = (alert: AlertRule, readings: (number | 'missing' | 'unread')[]) =>
  readings.map(reading => {
    const { notifies, ...next } = judgeAlert(alert, reading)
    alert = { ...alert, ...next }
    return notifies
  })

test('an amount that stays exceeded notifies once, and again after it was not', () => {
  expect(run(start, [100, 101, 105, 99, 101])).toEqual([false, true, false, false, true])
  expect(run({ ...start, rule: 'below' }, [100, 99, 98])).toEqual([false, true, false])
})

test('a figure that is missing or cannot be read notifies once', () => {
  expect(run(start, ['missing', 'missing', 90, 'unread', 'unread', 101])).toEqual([
    true,
    false,
    false,
    true,
    false,
    true,
  ])
})

test('changes are compared with the value of the last notification, so that small steps add up', () => {
  const change: AlertRule = { ...start, rule: 'change', amount: 0.1, is_share: true, base: 100 }
  expect(run(change, [104, 108, 111, 120, 122.1, 122.2])).toEqual([false, false, true, false, true, false])
  expect(run({ ...change, amount: 0.2, is_share: false, base: 0.1 }, [0.3])).toEqual([true])
})

test('the same value never notifies, even with an amount of zero', () => {
  expect(run({ ...start, rule: 'change', amount: 0, base: 5 }, [5, 5, 6])).toEqual([false, false, true])
})

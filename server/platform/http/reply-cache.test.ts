import { expect, test, vi } from 'vitest'
import { rememberBehind } from './reply-cache.ts'

test('an expired value is returned once more while a new one is measured in the background', async () => {
  let at = 0
  let count = 0
  const measure = vi.fn(async () => {
    count += 1
    if (count === 3) throw new Error('away')
    return count
  })
  const errors: unknown[] = []
  const value = rememberBehind(
    100,
    () => at,
    measure,
    error => errors.push(error),
  )
  expect([await value(), await value()]).toEqual([1, 1])
  at = 150
  expect(await value()).toBe(1)
  await vi.waitFor(async () => expect(await value()).toBe(2))
  // A failed measurement leaves the previous value and is retried.
  at = 300
  expect(await value()).toBe(2)
  await vi.waitFor(() => expect(errors).toHaveLength(1))
  expect(await value()).toBe(2)
  await vi.waitFor(async () => expect(await value()).toBe(4))
  expect(measure).toHaveBeenCalledTimes(4)
})

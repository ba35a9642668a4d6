import { expect, test } from 'vitest'
import { loadUntilFound } from './code.ts'
import { setPing, useConnection } from './connection.ts'

test('code that failed to load is loaded again once the server answers', async () => {
  let isUp = false
  setPing(async () => isUp)
  let loads = 0
  const part = loadUntilFound(async () => {
    loads += 1
    if (!isUp) throw new TypeError('Failed to fetch dynamically imported module: /assets/part.js')
    return 'part'
  })
  await expect.poll(() => useConnection.getState().isLost).toBe(true)
  expect(loads).toBe(1)
  isUp = true
  expect(await part).toBe('part')
  expect(loads).toBe(2)
})

test('a module that fails by itself is not loaded again', async () => {
  await expect(loadUntilFound(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

import { expect, test } from 'vitest'
import { pipelined } from './pipeline.ts'

test('results are returned in order', async () => {
  expect(await pipelined([Promise.resolve(1), 'two', Promise.resolve([3])])).toEqual([1, 'two', [3]])
})

test('an error is thrown only after all the others have ended', async () => {
  const slow = Promise.withResolvers<void>()
  let isOver = false
  const waiting = pipelined([Promise.reject(new Error('first')), slow.promise.then(() => (isOver = true))])
  const seen = waiting.catch((error: Error) => ({ message: error.message, isOver }))
  await new Promise(resolve => setImmediate(resolve))
  slow.resolve()
  expect(await seen).toEqual({ message: 'first', isOver: true })
})

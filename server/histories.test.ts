import * as fc from 'fast-check'
import { test } from 'vitest'
import { createPerson } from '#contract/person.api.ts'
import { aSource } from './features/source/factory.ts'
import { TestHistory } from './testing/history.ts'
import { type HistoryStep, step } from './testing/history-step.ts'
import { longRun } from './testing/long-run.ts'
import { useTestApp } from './testing/test-app.ts'

const app = useTestApp()

/** One source makes the same claim about two persons who are merged. */
const twice: HistoryStep[] = [
  { act: 'state', which: 0, said: { field: 'position', value: 0 }, source: 0, isShown: false },
  { act: 'state', which: 1, said: { field: 'position', value: 0 }, source: 0, isShown: false },
  { act: 'merge', which: 1, other: 0 },
  { act: 'withdraw', which: 0, claim: 0 },
]

/** Two sources use one id, of which the first has withdrawn something. */
const namesake: HistoryStep[] = [
  { act: 'import', source: 0, rows: [{ key: 0, said: [] }] },
  { act: 'withdraw', which: 0, claim: 0 },
  { act: 'import', source: 1, rows: [{ key: 0, said: [{ field: 'position', value: 0 }] }] },
  { act: 'erase', which: 0 },
]

let count = 0

test('whatever happens to facts, none is lost, duplicated or without a source', async () => {
  const [client, admin] = [await app.as('editor'), await app.as('admin')]
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async steps => {
      count += 1
      const word = `hist${count}x${Math.random().toString(36).slice(2, 8)}`
      const sources = [await aSource(app.ctx, { owner: client.id }), await aSource(app.ctx, { owner: client.id })]
      const history = new TestHistory(
        app,
        client,
        admin,
        word,
        sources.map(({ id }) => id),
      )
      await client.get(createPerson, { body: { name: `${word} first` } })
      await client.get(createPerson, { body: { name: `${word} second` } })
      for (const each of steps) {
        await history.take(each)
        await history.hold()
      }
    }),
    {
      ...longRun(10),
      examples: [[twice], [namesake]],
      endOnFailure: false,
    },
  )
}, 3_600_000)

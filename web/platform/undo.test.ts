import { expect, test } from 'vitest'
import { rememberUndo, runAct, undoLast } from './undo.ts'

test('an undo requested before the reply waits for the act, and undoes that act', async () => {
  const undone: string[] = []
  rememberUndo('earlier', async () => void undone.push('earlier'))
  let reply: () => void = () => undefined
  const act = runAct(
    new Promise<void>(resolve => {
      reply = resolve
    }).then(() => rememberUndo('latest', async () => void undone.push('latest'))),
  )
  const undo = undoLast()
  reply()
  await act
  await undo
  expect(undone).toEqual(['latest'])
})

test('an act that fails does not block the undo of the act before it', async () => {
  const undone: string[] = []
  rememberUndo('earlier', async () => void undone.push('earlier'))
  await runAct(Promise.reject(new Error('refused'))).catch(() => undefined)
  await undoLast()
  expect(undone).toEqual(['earlier'])
})

import { create } from 'zustand'
import { translate } from './i18n.ts'
import { closeNotice, notify } from './notice.ts'
import { showError } from './query.ts'
import { onSessionEnd } from './session.ts'
import { words } from './words.ts'

/** Takes an act back; a returned text replaces “Undone” in the notice. */
export type Undo = () => Promise<string | undefined>

/** Acts that can be undone, the latest at the end: one list for all queues, so that one key undoes in each of them. */
const undoable: Undo[] = []
const undoAtMost = 100
const undoLivesMs = 8_000
const noticeId = 'undoable'

const unanswered = new Set<Promise<unknown>>()

/**
 * Runs an act whose undo is known only after the server's reply; an undo requested meanwhile waits for it, so that it
 * never undoes an earlier act instead.
 */
export function runAct<T>(act: Promise<T>): Promise<T> {
  const settled: Promise<unknown> = act.catch(() => undefined).finally(() => unanswered.delete(settled))
  unanswered.add(settled)
  return act
}

/** Counts the acts undone, for screens that then read their list again. */
export const useUndone = create<{ count: number }>(() => ({ count: 0 }))

/** Stores how to undo an act, and reports that the act is done. */
export function rememberUndo(text: string, undo: Undo): void {
  undoable.push(undo)
  if (undoable.length > undoAtMost) undoable.shift()
  const action = { label: translate(words)('undo'), run: () => void undoLast() }
  notify({ id: noticeId, kind: 'success', text, action, durationMs: undoLivesMs })
}

/** Undoes the latest act; true if there was one. */
export async function undoLast(): Promise<boolean> {
  const t = translate(words)
  await Promise.all(unanswered)
  const undo = undoable.pop()
  if (!undo) {
    notify({ id: noticeId, kind: 'info', text: t('nothingToUndo') })
    return false
  }
  try {
    const text = await undo()
    notify({ id: noticeId, kind: 'success', text: text ?? t('undone') })
    useUndone.setState(({ count }) => ({ count: count + 1 }))
  } catch (error) {
    showError(error)
  }
  return true
}

/** Removes an act that failed from the list; its notice is closed if it is the latest one. */
export function forgetUndo(undo: Undo): void {
  const at = undoable.indexOf(undo)
  if (at < 0) return
  if (at === undoable.length - 1) closeNotice(noticeId)
  undoable.splice(at, 1)
}

onSessionEnd(() => {
  undoable.length = 0
})

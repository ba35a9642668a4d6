import { useRef } from 'react'
import { notify } from '#web/platform/notice.ts'
import { showError } from '#web/platform/query.ts'

const undoMs = 10_000

type Removing = {
  /** Names the notice: `og-deleted-3`. */
  noticeId: string
  texts: { deleted: string; undo: string; undone: string }
  move: () => Promise<unknown>
  bringBack: () => Promise<unknown>
  /** Goes to the list, in place of the record's page. */
  leave: () => void
  /** Lets go what is remembered of the record. */
  forget: () => void
  /** Goes to the record's page again. */
  reopen: () => void
}

/** Moves a record to the trash at once; a notice takes it back. */
export function useRemoving({ noticeId, texts, move, bringBack, leave, forget, reopen }: Removing): () => void {
  const busy = useRef(false)

  async function undo(id: string) {
    try {
      await bringBack()
      notify({ id, kind: 'success', text: texts.undone })
      reopen()
    } catch (error) {
      showError(error)
    }
  }

  async function remove() {
    if (busy.current) return
    busy.current = true
    try {
      await move()
      // The page is left first: a deleted record read again would show as missing.
      leave()
      forget()
      const action = { label: texts.undo, run: () => void undo(noticeId) }
      notify({ id: noticeId, kind: 'success', text: texts.deleted, action, durationMs: undoMs })
    } catch (error) {
      showError(error)
    } finally {
      busy.current = false
    }
  }
  return () => void remove()
}

import { useRef } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { showError } from '#web/platform/query.ts'
import type { RecordConfig } from './kit.ts'
import { recordMessages } from './messages.ts'
import type { PageRecord } from './record-calls.ts'

const undoMs = 10_000

/** Moves a record to the trash at once and opens its list; a notice offers undo. */
export function useRemoving<R extends PageRecord>(kit: RecordConfig<R>, record: R): () => void {
  const t = useT(kit.texts)
  const say = useT(recordMessages)
  const go = useGo()
  const busy = useRef(false)
  const { id } = record
  const name = kit.nameOf(record)
  const noticeId = `${kit.noun}-deleted-${id}`

  function reopen() {
    if (kit.detail) go(kit.detail, { params: { id } })
    else go(kit.list, { search: { id } })
  }

  async function undo() {
    try {
      await kit.calls.bringBack(id)
      notify({ id: noticeId, kind: 'success', text: t('broughtBack', { name }) })
      reopen()
    } catch (error) {
      showError(error)
    }
  }

  async function remove() {
    if (busy.current) return
    busy.current = true
    try {
      await kit.calls.moveToTrash(id)
      // The page is left first: it would read the deleted record again and report it as missing.
      go(kit.list, { replace: true })
      kit.calls.forget(id)
      const action = { label: say('undo'), run: () => void undo() }
      notify({ id: noticeId, kind: 'success', text: t('movedToTrash', { name }), action, durationMs: undoMs })
    } catch (error) {
      showError(error)
    } finally {
      busy.current = false
    }
  }
  return () => void remove()
}

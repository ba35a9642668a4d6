import { useCallback, useEffect, useRef, useState } from 'react'
import { getReport, type Report } from '#contract/report.api.ts'
import { deleteReportDraft, saveReportDraft } from '#contract/report-work.api.ts'
import { ApiError, call } from '#web/platform/api.ts'
import { now } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifyError, notifySuccess } from '#web/platform/notice.ts'
import { useLeaveGuard } from '#web/platform/page.tsx'
import { errorText, setFailureHandler } from '#web/platform/query.ts'
import { useUser } from '#web/platform/session.ts'
import { editMessages } from '../editor/edit-messages.ts'
import { reportCalls } from '../report-calls.ts'
import { clearLocalDraft, isSameWords, type ReportText, storeLocalDraft, wordsOf } from '../report-text.ts'
import { type DraftState, makeDraftSaver } from './draft-keeper.ts'

/**
 * The state that editing starts with: the words, their revision, and the saved text of that revision if it is known.
 */
export type EditingStart = { words: ReportText; rev: number; base: ReportText | null }

/** A save that conflicted, or a newer version that was noticed. */
type SaveConflict = { theirs: Report; mine: ReportText }

type Config = {
  report: Report
  start: EditingStart
  read: () => ReportText
  isComposing: () => boolean
}

const isReport = (data: unknown): data is Report =>
  typeof data === 'object' && data !== null && 'rev' in data && 'body' in data

/** State of one report being edited: its draft, its versions, and other users' versions saved meanwhile. */
export function useWriting({ report, start, read, isComposing }: Config) {
  const t = useT(editMessages)
  const user = useUser()
  const base = useRef({ rev: start.rev, words: start.base })
  const [rev, setRev] = useState(start.rev)
  const [state, setState] = useState<DraftState>({ kind: 'clean' })
  const [clash, setClash] = useState<SaveConflict | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const latest = useRef({ read, isComposing })
  useEffect(() => {
    latest.current = { read, isComposing }
  })
  const params = { id: report.id }
  const [keeper] = useState(() =>
    makeDraftSaver({
      read: () => latest.current.read(),
      send: words =>
        call(
          saveReportDraft,
          { params, body: { base_rev: base.current.rev, ...words, title: words.title.trim() } },
          { isBackground: true },
        ),
      keepHere: words =>
        storeLocalDraft(user.id, report.id, { ...words, base_rev: base.current.rev, saved_at: now().toISOString() }),
      forgetHere: () => clearLocalDraft(user.id, report.id),
      isComposing: () => latest.current.isComposing(),
      onState: setState,
    }),
  )

  useLeaveGuard(() => keeper.isUnsafe())
  useEffect(() => {
    const keep = () => keeper.keepNow()
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keeper.stop()
    }
  }, [keeper])

  /** True if there are words that are not a version yet. */
  const isDirty = useCallback((): boolean => {
    const { words } = base.current
    return words === null || !isSameWords(words, latest.current.read())
  }, [])

  function rest(saved: Report): void {
    base.current = { rev: saved.rev, words: wordsOf(saved) }
    setRev(saved.rev)
  }

  async function send(words: ReportText, onRev: number): Promise<boolean> {
    setIsBusy(true)
    try {
      const saved = await reportCalls.save(report.id, { ...words, title: words.title.trim(), rev: onRev })
      rest(saved)
      setClash(null)
      // Words typed while the version was sent are a draft of the new version.
      if (isSameWords(words, latest.current.read())) {
        base.current.words = words
        keeper.settle()
        call(deleteReportDraft, { params }).catch(() => undefined)
      } else keeper.touch()
      notifySuccess(t('saved', { version: String(saved.version) }))
      return true
    } catch (error) {
      keeper.touch()
      keeper.keepNow()
      if (error instanceof ApiError && error.status === 409 && isReport(error.data)) meet(error.data, words)
      else setFailureHandler(error, failureOf(error))
      return false
    } finally {
      setIsBusy(false)
    }
  }

  /** Another user's version is compared. A report that is not a draft any more accepts no words. */
  function meet(theirs: Report, mine: ReportText): void {
    if (theirs.status === 'draft') setClash({ theirs, mine })
    else notifyError(t('wrongState'))
  }

  function failureOf(error: unknown): string {
    if (!(error instanceof ApiError)) return errorText(error)
    if (error.status === 0) return t('notReached')
    if (error.status === 401) return t('signedOut')
    if (error.status === 409) return t('wrongState')
    const [fault] = error.errors
    return fault ? `${errorText(error)} ${fault.message}` : errorText(error)
  }

  return {
    state,
    rev,
    clash,
    isBusy,
    base,
    isDirty,
    touch: keeper.touch,
    flush: keeper.flush,
    async save(): Promise<boolean> {
      if (isBusy || clash) return false
      if (isDirty()) return send(latest.current.read(), base.current.rev)
      notifySuccess(t('savedSame'))
      return true
    },
    /** Saves the result of the comparison on top of the version it was compared with. */
    settle: (words: ReportText): Promise<boolean> => (clash ? send(words, clash.theirs.rev) : Promise.resolve(false)),
    leaveClash: () => setClash(null),
    async compareNow(): Promise<void> {
      try {
        meet(await call(getReport, { params }), latest.current.read())
      } catch (error) {
        setFailureHandler(error, failureOf(error))
      }
    },
  }
}

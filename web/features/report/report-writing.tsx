import { useQuery } from '@tanstack/react-query'
import { Button, Popconfirm } from 'antd'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { Report } from '#contract/report.api.ts'
import { deleteReportDraft, getReportDraft } from '#contract/report-work.api.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { usePage } from '#web/platform/page.tsx'
import { endpointQuery } from '#web/platform/query.ts'
import { useUser } from '#web/platform/session.ts'
import { RecordSkeleton } from '#web/record/record-state.tsx'
import { editMessages } from './editor/edit-messages.ts'
import css from './editor/editor.module.css'
import { Writer } from './editor/writer.tsx'
import { reportPageMessages } from './page-messages.ts'
import { ReportFrame } from './report-frame.tsx'
import { ReportInfo } from './report-info.tsx'
import { clearLocalDraft, isSameWords, type LocalDraft, type ReportText, readLocal, wordsOf } from './report-text.ts'
import { usePresence } from './work/presence.ts'
import { PresenceLine } from './work/presence-line.tsx'
import type { EditingStart } from './work/use-writing.ts'

const MergeDialog = lazy(() => import('./work/merge-dialog.tsx'))

type Props = { report: Report; onLeave: () => void }

/** Checks before editing: other users who are editing, and unsaved words of the user. */
export default function ReportWriting({ report, onLeave }: Props) {
  const t = useT(reportPageMessages)
  const { isActive } = usePage()
  const user = useUser()
  const begin = useStart(report)
  const [isAnyway, setIsAnyway] = useState(false)
  const [isWriting, setIsWriting] = useState(false)
  const presence = usePresence(report.id, { isEditing: isWriting, isHere: isActive })
  const lock = presence?.lock && presence.lock.id !== user.id ? presence.lock : null
  const holder = presence?.others.find(other => other.id === lock?.id)
  // A user who is already editing is not interrupted by one who comes later.
  const isHeld = lock !== null && !isAnyway && !isWriting
  const isReady = begin.start !== null && !isHeld && (presence !== null || isWriting || isAnyway)
  const { start } = begin
  if (isReady && start)
    return (
      <Writer report={report} start={start} presence={presence} onBegin={() => setIsWriting(true)} onLeave={onLeave} />
    )
  if (!begin.offer && !isHeld) return <RecordSkeleton label={t('loading')} />
  return (
    <ReportFrame
      report={report}
      marks={<PresenceLine presence={presence} />}
      acts={null}
      side={[
        {
          key: 'info',
          label: t('info'),
          content: <ReportInfo report={report} body={report.body} idPrefix="gate" mayWrite />,
        },
      ]}
    >
      {isHeld ? (
        <LockGate
          name={lock.name}
          at={formatInstant(holder?.since).slice(11)}
          onAnyway={() => setIsAnyway(true)}
          onBack={onLeave}
        />
      ) : (
        <DraftGate report={report} begin={begin} />
      )}
    </ReportFrame>
  )
}

type LockProps = { name: string; at: string; onAnyway: () => void; onBack: () => void }

function LockGate({ name, at, onAnyway, onBack }: LockProps) {
  const t = useT(editMessages)
  return (
    <section className={css.gate} role="alert">
      <h2>{t('lockTitle', { name, at })}</h2>
      <p>{t('lockText')}</p>
      <div className="flex wrap gap-3 above-5">
        <Button type="primary" onClick={onBack}>
          {t('lockBack')}
        </Button>
        <Button onClick={onAnyway}>{t('lockAnyway')}</Button>
      </div>
    </section>
  )
}

/**
 * The user continues, compares or discards words that were never saved as a version; nothing happens to them
 * automatically.
 */
function DraftGate({ report, begin }: { report: Report; begin: ReturnType<typeof useStart> }) {
  const t = useT(editMessages)
  const [isComparing, setIsComparing] = useState(false)
  const { offer } = begin
  if (!offer) return null
  const at = formatInstant(offer.draft.saved_at)
  return (
    <section className={css.gate}>
      <h2>{t('offerTitle')}</h2>
      <p>{t(offer.isLocal ? 'offerLocal' : 'offerServer', { at })}</p>
      {offer.isOther && <p>{t('offerOther')}</p>}
      <div className="flex wrap gap-3 above-5">
        <Button type="primary" onClick={begin.goOn}>
          {t('goOn')}
        </Button>
        <Button onClick={() => setIsComparing(true)}>{t('compare')}</Button>
        <Popconfirm
          title={t('discard')}
          description={t('discardAsk')}
          okText={t('discard')}
          cancelText={t('cancel')}
          onConfirm={begin.discard}
        >
          <Button>{t('discard')}</Button>
        </Popconfirm>
      </div>
      <Suspense>
        {isComparing && (
          <MergeDialog
            isDraft
            base={null}
            mine={wordsOf(offer.draft)}
            theirs={wordsOf(report)}
            onSettle={begin.take}
            onBack={() => setIsComparing(false)}
          />
        )}
      </Suspense>
    </section>
  )
}

type DraftOffer = { draft: LocalDraft; isLocal: boolean; isOther: boolean }

/** The text to start editing with: the report, unless there is an unsaved draft; then the user decides. */
function useStart(report: Report) {
  const user = useUser()
  const [chosen, setChosen] = useState<EditingStart | null>(null)
  const [local] = useState(() => readLocal(user.id, report.id))
  const { data, isPending } = useQuery({
    ...endpointQuery(getReportDraft, { params: { id: report.id } }),
    // Only the drafts from before the page was opened; later ones are this page's own.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: chosen === null,
  })
  const present = useMemo(() => wordsOf(report), [report])
  const offer = offerOf(report, data ?? null, local)
  const begin = (words: ReportText, rev: number, base: ReportText | null) => setChosen({ words, rev, base })
  return {
    start: chosen ?? (isPending || offer ? null : { words: present, rev: report.rev, base: present }),
    offer: chosen || isPending ? null : offer,
    goOn(): void {
      if (!offer) return
      const { draft, isOther } = offer
      begin(wordsOf(draft), draft.base_rev, isOther ? null : present)
    },
    /** A text chosen part by part from draft and report is based on the report. */
    take: (words: ReportText) => begin(words, report.rev, present),
    discard(): void {
      clearLocalDraft(user.id, report.id)
      call(deleteReportDraft, { params: { id: report.id } }).catch(() => undefined)
      begin(present, report.rev, present)
    },
  }
}

/** The later draft of server and browser; null if it equals the report. */
function offerOf(report: Report, server: LocalDraft | null, local: LocalDraft | null): DraftOffer | null {
  const isLocal = local !== null && (server === null || local.saved_at > server.saved_at)
  const draft = isLocal ? local : server
  if (!draft || isSameWords(wordsOf(draft), wordsOf(report))) return null
  return { draft, isLocal, isOther: draft.base_rev !== report.rev }
}

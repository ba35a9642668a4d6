import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Report } from '#contract/report.api.ts'
import { deleteReportDraft, getReportDraft } from '#contract/report-work.api.ts'
import { call } from '#web/platform/api.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { useUser } from '#web/platform/session.ts'
import { forgetLocal, isSameWords, type LocalDraft, type ReportText, readLocal, wordsOf } from './words.ts'
import type { EditingStart } from './work/use-writing.ts'

export type DraftOffer = { draft: LocalDraft; isLocal: boolean; isOther: boolean }

/** The text to start editing with: the report, unless there is an unsaved draft; then the user decides. */
export function useStart(report: Report) {
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
      forgetLocal(user.id, report.id)
      call(deleteReportDraft, { params: { id: report.id } }).catch(() => undefined)
      begin(present, report.rev, present)
    },
  }
}

/** The later draft of server and browser; null if it equals the report. */
export function offerOf(report: Report, server: LocalDraft | null, local: LocalDraft | null): DraftOffer | null {
  const isLocal = local !== null && (server === null || local.saved_at > server.saved_at)
  const draft = isLocal ? local : server
  if (!draft || isSameWords(wordsOf(draft), wordsOf(report))) return null
  return { draft, isLocal, isOther: draft.base_rev !== report.rev }
}

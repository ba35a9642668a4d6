import type { Report } from '#contract/report.api.ts'
import { ReportBody } from '#contract/report-body.ts'
import { readLocalStorage, writeStored } from '#web/platform/storage.ts'
import { blockKey } from './body/body-merge.ts'

/** The parts of a report that a version consists of. */
export type ReportText = { title: string; summary: string | null; body: ReportBody }

export const wordsOf = ({ title, summary, body }: ReportText | Report): ReportText => ({ title, summary, body })

export function isSameWords(a: ReportText, b: ReportText): boolean {
  return (
    a.title.trim() === b.title.trim() &&
    (a.summary ?? '').trim() === (b.summary ?? '').trim() &&
    blockKey(a.body.content) === blockKey(b.body.content)
  )
}

/** A draft that this browser stores for one user and report while the server cannot. */
export type LocalDraft = ReportText & { base_rev: number; saved_at: string }

const keyOf = (userId: number, reportId: number) => `og:report-draft:${userId}:${reportId}`

/** Returns false if the browser has no space, or stores nothing at all. */
export function storeLocalDraft(userId: number, reportId: number, draft: LocalDraft): boolean {
  const text = JSON.stringify(draft)
  writeStored(keyOf(userId, reportId), text)
  return readLocalStorage(keyOf(userId, reportId)) === text
}

export function clearLocalDraft(userId: number, reportId: number): void {
  writeStored(keyOf(userId, reportId), null)
}

export function readLocal(userId: number, reportId: number): LocalDraft | null {
  try {
    const draft = JSON.parse(readLocalStorage(keyOf(userId, reportId)) ?? 'null') as LocalDraft | null
    return draft && ReportBody.safeParse(draft.body).success ? draft : null
  } catch {
    return null
  }
}

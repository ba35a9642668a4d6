import type { Duplicate } from '#contract/duplicate.api.ts'
import type { EventSummary } from '#contract/event-view.api.ts'
import type { FactCheck } from '#contract/fact_check.api.ts'
import type { Notification } from '#contract/notification.api.ts'
import type { Screening } from '#contract/screening.api.ts'
import type { Upload } from '#contract/upload.api.ts'

// Every gravity is on the scale of a difference's score, 0 to 100.

/** A hit of a sanctions list is at least as grave as a large change of a page; of another list, as a usual one. */
export function gravityOfScreening({ list, score }: Screening): number {
  return Math.round(list.kind === 'sanctions' ? 60 + 40 * score : 40 + 40 * score)
}

export function gravityOfCheck({ kind }: FactCheck): number {
  return kind === 'disputed' ? 45 : 50
}

/** A likely pair is below every hit, because it only makes work. */
export function gravityOfDuplicate({ score }: Duplicate): number {
  return Math.round(score / 2)
}

export function gravityOfUpload({ hits }: Pick<Upload, 'hits'>): number {
  return hits ? 65 : 50
}

export const reportGravity = 58

/** An event without a level weighs as one of level 1. */
export function gravityOfEvent({ status, level }: Pick<EventSummary, 'status' | 'level'>): number {
  return status === 'draft' ? 35 : 25 + 10 * (level ?? 1)
}

const gravityOfKind: Record<string, number> = {
  listed: 80,
  assigned: 75,
  login_limited: 75,
  login_new: 75,
  webhook_stopped: 75,
  maybe_listed: 70,
  mentioned: 60,
  figure_alert: 60,
  review_asked: 58,
  returned: 58,
  rejected: 58,
  failed: 58,
  replied: 55,
  sent: 55,
  commented: 50,
  issue_created: 50,
  maybe_mentioned: 45,
  changed_page: 40,
  search_hit: 40,
}
const usual = 25

/** A colleague's request ranks above a mere change. */
export function gravityOfNotification({ kind, detail }: Notification): number {
  if (kind === 'hit') return 55 + 10 * (typeof detail.level === 'number' ? detail.level : 1)
  return gravityOfKind[kind] ?? usual
}

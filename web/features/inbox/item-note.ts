import type { InboxItem, InboxKind } from '#contract/inbox.api.ts'

export type NotedItem = Extract<InboxItem, { kind: 'screening' | 'duplicate' | 'fact_check' | 'upload' | 'report' }>

/** The longest note that each kind stores. */
export const noteAtMost = {
  screening: 2_000,
  duplicate: 500,
  fact_check: 500,
  upload: 1_000,
  report: 5_000,
} as const satisfies Partial<Record<InboxKind, number>>

/** Notifications and events have no note; that of a difference has reasons and a dialog of its own. */
export const hasNote = (item: InboxItem): item is NotedItem => item.kind in noteAtMost

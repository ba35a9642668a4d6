import { Bug, ChevronsUp, ChevronUp, Database, Lightbulb } from 'lucide-react'
import type { IssueKind, IssuePriority, IssueStatus } from '#contract/issue.api.ts'
import { useT } from '#web/platform/i18n.ts'
import css from './issue.module.css'
import { issueWords } from './messages.ts'

const kindIcons = { bug: Bug, wish: Lightbulb, data: Database }

/** The kind as an icon; its name is for screen readers. */
export function KindMark({ kind }: { kind: IssueKind }) {
  const word = useT(issueWords)
  const Icon = kindIcons[kind]
  return (
    <span className={css.kind} role="img" aria-label={word(kind)} title={word(kind)}>
      <Icon size={16} aria-hidden />
    </span>
  )
}

export function StatusTag({ status }: { status: IssueStatus }) {
  const word = useT(issueWords)
  return (
    <span className={css.status} data-status={status}>
      {word(status)}
    </span>
  )
}

/** Shows the priority only if it is above normal. */
export function PriorityMark({ priority }: { priority: IssuePriority }) {
  const word = useT(issueWords)
  if (priority === 'normal' || priority === 'low') return null
  const Icon = priority === 'urgent' ? ChevronsUp : ChevronUp
  return (
    <span className={css.priority} data-priority={priority}>
      <Icon size={14} aria-hidden />
      {word(priority)}
    </span>
  )
}

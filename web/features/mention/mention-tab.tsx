import { lazy } from 'react'
import { editors } from '#contract/role.ts'
import { useT } from '#web/platform/i18n.ts'
import { useRole } from '#web/platform/session.ts'
import type { RecordTab } from '#web/ui/record/record-page.tsx'
import { RecordPart } from '#web/ui/record/record-part.tsx'
import { mentionMessages } from './messages.ts'

const MentionList = lazy(() => import('./mention-list.tsx'))

/** The tab of a record's mentions, for who may open the pages that they lead to: `...useMentionTab({ og: 3 })`. */
export function useMentionTab(of: { og: number } | { person: number }): RecordTab[] {
  const t = useT(mentionMessages)
  const role = useRole()
  if (role === null || !editors.includes(role)) return []
  const content = (
    <RecordPart name="mentions">
      <MentionList {...of} />
    </RecordPart>
  )
  return [{ key: 'mentions', label: t('title'), content }]
}

import { lazy } from 'react'
import { editors } from '#contract/role.ts'
import { useT } from '#web/platform/i18n.ts'
import { useRole } from '#web/platform/session.ts'
import type { RecordTab } from '#web/ui/record/record-page.tsx'
import { RecordPart } from '#web/ui/record/record-part.tsx'
import { recordMessages } from './record-messages.ts'

const RecordUploads = lazy(() => import('./record-uploads.tsx'))

/** The tab of a record's uploads, for those who may read uploads of others: `...useUploadTab({ og: 3 })`. */
export function useUploadTab(of: { og: number } | { person: number }): RecordTab[] {
  const t = useT(recordMessages)
  const role = useRole()
  if (role === null || !editors.includes(role)) return []
  const content = (
    <RecordPart name="uploads">
      <RecordUploads {...of} />
    </RecordPart>
  )
  return [{ key: 'uploads', label: t('title'), content }]
}

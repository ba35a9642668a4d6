import { useQuery } from '@tanstack/react-query'
import { createImport, type Import, listImports } from '#contract/import.api.ts'
import { upload } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { FileDrop, RecentFiles } from '#web/ui/ingest/file-drop.tsx'
import { importMessages } from './messages.ts'

type Props = { noun: Import['noun']; onOpen: (opened: Import) => void }

/** Upload of a file; below it, the user's recent imports, which can be resumed. */
export function UploadStep({ noun, onOpen }: Props) {
  const t = useT(importMessages)
  const recent = useQuery(endpointQuery(listImports, { query: { pageSize: 5 } }))
  return (
    <>
      <FileDrop
        hint={t('uploadHint')}
        accept=".csv,.tsv,.txt,.xlsx,.json,.jsonl,.ndjson"
        send={async (file, onProgress) => onOpen(await upload(createImport, file, { query: { noun } }, { onProgress }))}
      />
      <RecentFiles
        items={recent.data?.items}
        facts={item => [t('rows', { count: item.row_count }), t(`state_${item.state}`), formatInstant(item.created_at)]}
        onOpen={onOpen}
      />
    </>
  )
}

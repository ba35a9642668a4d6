import { useQuery } from '@tanstack/react-query'
import { importInterchange, listInterchanges } from '#contract/interchange.api.ts'
import { upload } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery, refresh } from '#web/platform/query.ts'
import { FileDrop, RecentFiles } from '#web/ui/ingest/file-drop.tsx'
import { interchangeMessages } from './messages.ts'

/** Upload of a file; below it, the user's recent imports, which can be resumed. */
export function UploadArea({ onOpen }: { onOpen: (id: number) => void }) {
  const t = useT(interchangeMessages)
  const recent = useQuery(endpointQuery(listInterchanges, { query: { direction: 'import', pageSize: 5 } }))
  return (
    <>
      <FileDrop
        hint={t('uploadHint')}
        accept=".json,.jsonl,.ndjson,.ftm,.txt,.xml,.csv,.zip"
        send={async (file, onProgress) => {
          onOpen((await upload(importInterchange, file, {}, { onProgress })).id)
          void refresh('interchange')
        }}
      />
      <RecentFiles
        items={recent.data?.items}
        facts={item => [t(`state_${item.state}`), formatInstant(item.created_at)]}
        onOpen={item => onOpen(item.id)}
      />
    </>
  )
}

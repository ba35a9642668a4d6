import { useCallback, useMemo } from 'react'
import { ImportDialog } from '#web/features/import/import.ts'
import { refresh } from '#web/platform/query.ts'
import { useOgCates } from './og-cates.ts'
import { useOgFormatters } from './og-formatters.tsx'

export default function OgImport({ openId, onClose }: { openId?: number; onClose: () => void }) {
  const { names } = useOgCates()
  const formatters = useOgFormatters([])
  // A category that the import will create is only a name so far.
  const all = useMemo(
    () => ({
      ...formatters,
      category_id: {
        label: formatters.category_id.label,
        show: (value: unknown) => names.get(Number(value)) ?? String(value),
      },
    }),
    [formatters, names],
  )
  const reload = useCallback(() => void refresh('og', 'og_cate'), [])
  return <ImportDialog noun="og" formatters={all} openId={openId} onClose={onClose} onDone={reload} />
}

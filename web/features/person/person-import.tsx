import { type FormattersOf, ImportDialog } from '#web/features/import/import.ts'
import { ogOrNewSource } from '#web/features/og/og.ts'
import { personCalls } from './person-calls.ts'
import { personLinkedIds, usePersonFormatters } from './person-formatters.tsx'

const noLinks = { ogs: [], persons: [] }

const useFormattersOf: FormattersOf = values => usePersonFormatters(personLinkedIds(values))

export default function PersonImport({ openId, onClose }: { openId?: number; onClose: () => void }) {
  const formatters = usePersonFormatters(noLinks)
  return (
    <ImportDialog
      noun="person"
      formatters={formatters}
      useLooksOf={useFormattersOf}
      nameSource={ogOrNewSource}
      openId={openId}
      onClose={onClose}
      onDone={() => void personCalls.reload()}
    />
  )
}

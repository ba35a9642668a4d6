import { type FormattersOf, ImportDialog } from '#web/features/import/import.ts'
import { ogOrNewSource } from '#web/features/og/og.ts'
import { eventCalls } from './event-calls.ts'
import { eventLinkedIds, useEventFormatters } from './event-formatters.tsx'

const noLinks = { ogs: [], persons: [] }

const useFormattersOf: FormattersOf = values => useEventFormatters(eventLinkedIds(values))

export default function EventImport({ openId, onClose }: { openId?: number; onClose: () => void }) {
  const formatters = useEventFormatters(noLinks)
  return (
    <ImportDialog
      noun="event"
      formatters={formatters}
      useLooksOf={useFormattersOf}
      nameSource={ogOrNewSource}
      openId={openId}
      onClose={onClose}
      onDone={() => void eventCalls.reload()}
    />
  )
}

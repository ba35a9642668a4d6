import { ImportDialog } from '#web/features/import/import.ts'
import { refreshEvents } from './event-calls.ts'
import { useEventLooks } from './event-looks.tsx'

const noLinks = { ogs: [], persons: [] }

/** The import of events. */
export default function EventImport({ onClose }: { onClose: () => void }) {
  const looks = useEventLooks(noLinks)
  return <ImportDialog noun="event" looks={looks} onClose={onClose} onDone={() => void refreshEvents()} />
}

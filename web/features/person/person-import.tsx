import { ImportDialog } from '#web/features/import/import.ts'
import { refreshPersons } from './person-calls.ts'
import { usePersonLooks } from './person-looks.tsx'

const noLinks = { ogs: [], persons: [] }

/** The import of persons. */
export default function PersonImport({ onClose }: { onClose: () => void }) {
  const looks = usePersonLooks(noLinks)
  return <ImportDialog noun="person" looks={looks} onClose={onClose} onDone={() => void refreshPersons()} />
}

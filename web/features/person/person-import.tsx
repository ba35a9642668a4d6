import { ImportDialog } from '#web/features/import/import.ts'
import { ogOrNewSource } from '#web/features/og/og.ts'
import { personCalls } from './person-calls.ts'
import { usePersonLooks } from './person-looks.tsx'

const noLinks = { ogs: [], persons: [] }

/** The import of persons. */
export default function PersonImport({ openId, onClose }: { openId?: number; onClose: () => void }) {
  const looks = usePersonLooks(noLinks)
  return (
    <ImportDialog
      noun="person"
      looks={looks}
      nameSource={ogOrNewSource}
      openId={openId}
      onClose={onClose}
      onDone={() => void personCalls.reload()}
    />
  )
}

import { ImportDialog, type LooksOf } from '#web/features/import/import.ts'
import { ogOrNewSource } from '#web/features/og/og.ts'
import { personCalls } from './person-calls.ts'
import { linkedIds, usePersonLooks } from './person-looks.tsx'

const noLinks = { ogs: [], persons: [] }

const useLooksOf: LooksOf = values => usePersonLooks(linkedIds(values))

export default function PersonImport({ openId, onClose }: { openId?: number; onClose: () => void }) {
  const looks = usePersonLooks(noLinks)
  return (
    <ImportDialog
      noun="person"
      looks={looks}
      useLooksOf={useLooksOf}
      nameSource={ogOrNewSource}
      openId={openId}
      onClose={onClose}
      onDone={() => void personCalls.reload()}
    />
  )
}

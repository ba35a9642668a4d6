import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useVisibleUsers } from '#web/ui/picker/visible-users.ts'
import { recordMessages } from './messages.ts'
import type { PageRecord } from './record-calls.ts'
import type { PageFact } from './record-page.tsx'

/** Facts of every record, below the entity's own: owner, creation and last change. */
export function useOwnFacts({ owner, created_at, updated_at }: PageRecord): PageFact[] {
  const tRecord = useT(recordMessages)
  const { nameOf } = useVisibleUsers()
  return [
    { label: tRecord('owner'), value: owner === null ? tRecord('system') : nameOf(owner) },
    { label: tRecord('createdAt'), value: formatInstant(created_at) },
    { label: tRecord('updatedAt'), value: formatInstant(updated_at) },
  ]
}

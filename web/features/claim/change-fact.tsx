import type { CardNoun } from '#contract/noun.ts'
import { isBlank } from '#web/ui/look.ts'
import RecordFact from './record-fact.tsx'

type Props = { noun: CardNoun; id: number; field: string; value: unknown; onClose: () => void }

/** Another value of a field, and who says so, in one movement. */
export default function ChangeFact({ noun, id, field, value, onClose }: Props) {
  return (
    <RecordFact
      draft={{ words: isBlank(value) ? '' : String(value), proposed: { noun, id }, field }}
      onClose={onClose}
    />
  )
}

import type { CardNoun } from '#contract/noun.ts'
import RecordFact from './record-fact.tsx'

type Props = { noun: CardNoun; id: number; field: string; value: unknown; onClose: () => void }

/** Another value of a field, of a list another of one of its items, and who says so, in one movement. */
export default function ChangeFact({ noun, id, field, value, onClose }: Props) {
  return <RecordFact draft={{ words: '', proposed: { noun, id }, field, value }} onClose={onClose} />
}

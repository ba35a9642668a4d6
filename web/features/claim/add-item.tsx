import type { CardNoun } from '#contract/noun.ts'
import RecordFact from './record-fact.tsx'

type Props = { noun: CardNoun; id: number; field: string; onClose: () => void }

/** One more item of a list, and who says so. */
export default function AddItem({ noun, id, field, onClose }: Props) {
  return <RecordFact draft={{ words: '', proposed: { noun, id }, field }} onClose={onClose} />
}

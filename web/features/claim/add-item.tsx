import type { Entity } from '#contract/registry.ts'
import RecordFact from './record-fact.tsx'

type Props = { noun: Entity; id: number; field: string; onClose: () => void }

/** Adds one item to a list field, with its source. */
export default function AddItem({ noun, id, field, onClose }: Props) {
  return <RecordFact draft={{ words: '', proposed: { noun, id }, field }} onClose={onClose} />
}

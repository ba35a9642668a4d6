import type { Entity } from '#contract/registry.ts'
import RecordFact from './record-fact.tsx'

type Props = { noun: Entity; id: number; field: string; value: unknown; onClose: () => void }

/** Replaces the value of a field, or one item of a list field, and records the source in the same step. */
export default function ChangeFact({ noun, id, field, value, onClose }: Props) {
  return <RecordFact draft={{ words: '', proposed: { noun, id }, field, value }} onClose={onClose} />
}

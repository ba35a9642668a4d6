import { type RelationType, relationInverse } from '#contract/relation.api.ts'

/** A relation as it is stored: `type` is the role of `to` for `from`. */
export type RelationEnds = { from_id: number; to_id: number; type: RelationType }

/** Each relation is one row, whichever side it is created from: see the table's comment. */
export function canonical(personId: number, otherId: number, type: RelationType): RelationEnds {
  const inverse = relationInverse[type]
  const isTurned = type === inverse ? otherId < personId : inverse < type
  return isTurned ? { from_id: otherId, to_id: personId, type: inverse } : { from_id: personId, to_id: otherId, type }
}

/** The other person of a stored relation, and their role for this one. */
export function relationFrom(
  personId: number,
  { from_id, to_id, type }: RelationEnds,
): { person_id: number; type: RelationType } {
  return from_id === personId ? { person_id: to_id, type } : { person_id: from_id, type: relationInverse[type] }
}

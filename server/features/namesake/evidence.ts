// The evidence that a name refers to a record, and the certainty that follows from it.
import type { Certainty, NameReason } from '#contract/mention.api.ts'
import type { PartyEntity } from '#contract/registry.ts'

export type NamedEntity = PartyEntity
/**
 * A known fact about the record that the text contains too. `of` is the record that it comes from: users who may not
 * read that record must not see the fact.
 */
export type NameFact = {
  code: NameReason['code']
  points: number
  value?: string | undefined
  of?: { noun: NamedEntity; id: number } | undefined
}
/** Stored with a mention. It is filtered for each reader, because not every reader may see all of it. */
export type NameEvidence = {
  /** The points of the name alone; zero for a person's name. */
  base: number
  isCommon: boolean
  facts: NameFact[]
  /** Other records with the same name in the same text. */
  rivals: { noun: NamedEntity; id: number }[]
}
export type NameWeight = { certainty: Certainty; reasons: NameReason[] }

const [likelyFrom, certainFrom] = [2, 4.5]
const mostReasons = 6

/** Sums the points; the codes of one kind count once, with the strongest fact. */
function pointsOf({ base, facts }: NameEvidence): number {
  const strongest = new Map<string, number>()
  for (const { code, points } of facts)
    strongest.set(kinds[code] ?? code, Math.max(strongest.get(kinds[code] ?? code) ?? 0, points))
  return [...strongest.values()].reduce((sum, points) => sum + points, base)
}
/** Codes that describe the same fact: an organisation next to the name is also on the page. */
const kinds: Partial<Record<NameReason['code'], string>> = {
  with_og: 'og',
  og_on_page: 'og',
  own_site: 'og',
  with_person: 'other',
  person_on_page: 'other',
  birth_date: 'birth',
  birth_year: 'birth',
}

/** Determines certainty and reasons; `rivals` are those records with the same name that the reader may read. */
export function weigh(evidence: NameEvidence, rivals: readonly NameEvidence[]): NameWeight {
  const { base, isCommon, facts } = evidence
  const points = pointsOf(evidence)
  const isMatched = rivals.some(rival => pointsOf(rival) >= points)
  const more = (isCommon ? 1 : 0) + Math.min(1.5, rivals.length * 0.5)
  // One fact may be a coincidence, but not an identifier.
  const isFirm =
    base >= certainFrom ||
    new Set(facts.map(fact => kinds[fact.code] ?? fact.code)).size > 1 ||
    facts.some(fact => fact.code === 'identifier')
  let certainty: Certainty = 'possible'
  if (!isMatched && points >= likelyFrom + more)
    certainty = points >= certainFrom + more && isFirm ? 'certain' : 'likely'
  return { certainty, reasons: reasonsOf(evidence, rivals.length, isMatched) }
}

function reasonsOf({ base, isCommon, facts }: NameEvidence, rivals: number, isMatched: boolean): NameReason[] {
  const seen = new Set<string>()
  const reasons: NameReason[] = facts
    .toSorted((a, b) => b.points - a.points)
    .flatMap(({ code, value }) => {
      const key = `${code} ${value}`
      if (seen.has(key)) return []
      seen.add(key)
      return [value === undefined ? { code } : { code, value }]
    })
    .slice(0, mostReasons)
  if (base >= certainFrom) reasons.push({ code: 'distinct' })
  else if (facts.length === 0) reasons.push({ code: 'alone' })
  if (rivals > 0) reasons.push({ code: 'bearers', value: rivals + 1 })
  else if (isCommon) reasons.push({ code: 'common' })
  if (isMatched && facts.length > 0) reasons.push({ code: 'rival' })
  return reasons
}

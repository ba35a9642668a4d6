import type { Ctx } from '#server/platform/ctx.ts'
import { type NameEvidence, type NameWeight, weigh } from './evidence.ts'
import { type OgFacts, type PersonFacts, readBonds, readOgs, readPersons, readTies } from './fact.queries.ts'
import { gather, type NameCandidate, type NamesIn, namedKey } from './gather.ts'
import { termsOfOg, termsOfPerson } from './terms.ts'

export type WeighedName = NameWeight & { evidence: NameEvidence }

/**
 * The certainty that each record named in a text is meant, by `noun id`. It follows from the known data of the record,
 * as far as the actor may read it, and from the words near the name. Without names nothing is read.
 */
export async function weighNames(ctx: Ctx, named: NamesIn): Promise<Map<string, WeighedName>> {
  const ids = { og: new Set<number>(), person: new Set<number>() }
  for (const list of named.found) for (const { kind, id } of list) if (kind !== 'word') ids[kind].add(id)
  if (ids.og.size + ids.person.size === 0) return new Map()
  const known = await readCandidates(ctx, [...ids.og], [...ids.person], named.site)
  const all = gather(named, known)
  return new Map([...all].map(([key, evidence]) => [key, { ...weighWith(evidence, all), evidence }]))
}

/** Weighs evidence with the records of the same name that are in `all`. */
function weighWith(evidence: NameEvidence, all: ReadonlyMap<string, NameEvidence>): NameWeight {
  return weigh(
    evidence,
    evidence.rivals.flatMap(rival => all.get(namedKey(rival)) ?? []),
  )
}

async function readCandidates(
  ctx: Ctx,
  ogIds: readonly number[],
  personIds: readonly number[],
  site: number | undefined,
): Promise<Map<string, NameCandidate>> {
  const [persons, ogs, ties, bonds] = await Promise.all([
    readPersons(ctx, personIds),
    readOgs(ctx, site === undefined ? ogIds : [...ogIds, site]),
    readTies(ctx, personIds),
    readBonds(ctx, personIds),
  ])
  const known = new Map<string, NameCandidate>()
  const tiesOf = Map.groupBy(ties, tie => tie.person_id)
  const membersOf = Map.groupBy(ties, tie => tie.og_id)
  for (const person of persons) known.set(`person ${person.id}`, personKnown(person))
  for (const og of ogs) known.set(`og ${og.id}`, ogKnown(og))
  return known

  function personKnown(person: PersonFacts): NameCandidate {
    const own = tiesOf.get(person.id) ?? []
    const bound = bonds.flatMap(({ one, other }) => (one === person.id ? other : other === person.id ? one : []))
    return {
      noun: 'person',
      id: person.id,
      name: person.name,
      terms: termsOfPerson(person, own),
      tied: [
        ...[...new Set(own.map(tie => tie.og_id))].map(id => ({ noun: 'og' as const, id })),
        ...[...new Set(bound)].map(id => ({ noun: 'person' as const, id })),
      ],
    }
  }

  function ogKnown(og: OgFacts): NameCandidate {
    const members = new Set((membersOf.get(og.id) ?? []).map(tie => tie.person_id))
    return {
      noun: 'og',
      id: og.id,
      name: og.name,
      terms: termsOfOg(og),
      tied: [...members].map(id => ({ noun: 'person', id })),
    }
  }
}

import type { PartyEntity } from '#contract/registry.ts'
import { wordKey } from '#server/features/word/word.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { NameEvidence, NameFact } from './evidence.ts'
import { readOgs, readPersons } from './fact.queries.ts'
import { namedKey } from './gather.ts'
import { dateTerms } from './terms.ts'

/** Facts about a position in the text, as opposed to the whole text. */
const isOfPlace = ({ code, value }: NameFact) => value !== undefined && !/_on_page$|^own_site$/.test(code)

/**
 * The evidence near each mention other than its name, the strongest first, in the compared form of `wordKey` and as a
 * text may write it. Evidence from records that this reader may not read is left out.
 */
export async function nearbyWords(ctx: Ctx, all: readonly (NameEvidence | null)[]): Promise<string[][]> {
  const refs = all.flatMap(evidence => (evidence?.facts ?? []).flatMap(({ of }) => of ?? []))
  const idsOf = (noun: PartyEntity) => [...new Set(refs.flatMap(ref => (ref.noun === noun ? ref.id : [])))]
  const [ogs, persons] = await Promise.all([readOgs(ctx, idsOf('og')), readPersons(ctx, idsOf('person'))])
  const named = new Map<string, string[]>()
  for (const { id, name, aliases } of ogs) named.set(namedKey({ noun: 'og', id }), [name, ...aliases])
  for (const { id, name, aliases } of persons) named.set(namedKey({ noun: 'person', id }), [name, ...aliases])
  return all.map(evidence =>
    (evidence?.facts ?? [])
      .filter(fact => isOfPlace(fact) && (!fact.of || named.has(namedKey(fact.of))))
      .toSorted((a, b) => b.points - a.points)
      .flatMap(fact => writtenOf(fact, named))
      .filter(Boolean),
  )
}

function writtenOf({ code, value = '', of }: NameFact, named: ReadonlyMap<string, string[]>): string[] {
  if (code === 'birth_date' || code === 'birth_year') return dateTerms(value).map(term => term.key)
  const isNamed = of && (code === 'with_og' || code === 'with_person')
  return [...new Set([value, ...((isNamed && named.get(namedKey(of))) || [])])].map(wordKey)
}

// Returns stored names in texts as one reader may see them: only with records that they may read, and with the
// decisions of users.
import type { MentionedRecord } from '#contract/mention.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type NamedEntity, type NameEvidence, weigh } from './evidence.ts'
import { namedKey } from './gather.ts'
import {
  type NameDecision,
  readAbout,
  readDecisions,
  readReadable,
  readStored,
  type StoredMention,
  type TextLocation,
} from './read.queries.ts'

const noEvidence: NameEvidence = { base: 0, isCommon: false, facts: [], rivals: [] }
const locationKey = (place: TextLocation | null) => (place === null ? '' : Object.entries(place).flat().join(' '))
const decisionKey = (of: { noun: NamedEntity; id: number; place: TextLocation | null }) =>
  `${locationKey(of.place)} ${namedKey(of)}`
const textKey = ({ place, version }: Pick<StoredMention, 'place' | 'version'>) => `${locationKey(place)} ${version}`

/** Adds to each row the data that this reader may see; rows of records that they may not read are left out. */
export async function judgeStored<Row extends StoredMention>(
  ctx: Ctx,
  rows: readonly Row[],
): Promise<(Row & MentionedRecord)[]> {
  if (rows.length === 0) return []
  const idsOf = (noun: NamedEntity) => [...new Set(rows.flatMap(row => (row.noun === noun ? row.id : [])))]
  const [ogs, persons, decisions] = await Promise.all([
    readAbout(ctx, 'og', idsOf('og')),
    readAbout(ctx, 'person', idsOf('person')),
    readDecisions(ctx, [
      ...new Map(rows.flatMap(({ place }) => (place ? [[locationKey(place), place]] : []))).values(),
    ]),
  ])
  const known = { og: ogs, person: persons }
  const decided = new Map(decisions.map(one => [decisionKey(one), one]))
  const there = rows.filter(row => known[row.noun].has(row.id))
  const isReadable = await readableOf(ctx, there)
  const stored = await withRivals(ctx, there, isReadable)
  return there.map(row => {
    const { name, eng_name, about, can_decide } = known[row.noun].get(row.id)!
    const evidence = row.evidence && visible(row.evidence, isReadable)
    const decision = decided.get(decisionKey(row))
    const rivals = (evidence?.rivals ?? []).flatMap(rival => {
      const verdict = decided.get(`${locationKey(row.place)} ${namedKey(rival)}`)?.verdict
      const of = stored.get(`${textKey(row)} ${namedKey(rival)}`)
      if (verdict === 'rejected' || !of) return []
      return verdict === 'confirmed' ? { ...noEvidence, base: 100 } : visible(of, isReadable)
    })
    return {
      ...row,
      name,
      ...(eng_name && { eng_name }),
      about,
      can_decide,
      ...withVerdict(weigh(evidence ?? noEvidence, rivals), decision),
    }
  })
}

function withVerdict({ certainty, reasons }: ReturnType<typeof weigh>, decision: NameDecision | undefined) {
  return {
    certainty: decision?.verdict === 'confirmed' ? ('certain' as const) : certainty,
    reasons,
    verdict: decision?.verdict ?? null,
    decided_by: decision?.username ?? null,
    decided_at: decision?.at ?? null,
  }
}

type IsReadable = (ref: { noun: NamedEntity; id: number }) => boolean

/** The evidence without facts from records that the reader may not read. */
function visible(evidence: NameEvidence, isReadable: IsReadable): NameEvidence {
  return {
    ...evidence,
    facts: evidence.facts.filter(({ of }) => !of || isReadable(of)),
    rivals: evidence.rivals.filter(isReadable),
  }
}

async function readableOf(ctx: Ctx, rows: readonly StoredMention[]): Promise<IsReadable> {
  const refs = rows.flatMap(({ evidence }) =>
    evidence ? [...evidence.rivals, ...evidence.facts.flatMap(({ of }) => of ?? [])] : [],
  )
  const idsOf = (noun: NamedEntity) => [...new Set(refs.flatMap(ref => (ref.noun === noun ? ref.id : [])))]
  const [ogs, persons] = await Promise.all([
    readReadable(ctx, 'og', idsOf('og')),
    readReadable(ctx, 'person', idsOf('person')),
  ])
  const known = { og: new Set(ogs), person: new Set(persons) }
  return ({ noun, id }) => known[noun].has(id)
}

/** The evidence of all rows and of their rivals in the same texts. */
async function withRivals(
  ctx: Ctx,
  rows: readonly StoredMention[],
  isReadable: IsReadable,
): Promise<Map<string, NameEvidence>> {
  const all = new Map(rows.map(row => [`${textKey(row)} ${namedKey(row)}`, row.evidence ?? noEvidence]))
  const rivals = rows.flatMap(({ place, version, evidence }) =>
    (evidence?.rivals ?? [])
      .filter(rival => isReadable(rival) && !all.has(`${textKey({ place, version })} ${namedKey(rival)}`))
      .map(rival => ({ ...rival, place, version })),
  )
  for (const row of await readStored(ctx, rivals))
    all.set(`${textKey(row)} ${namedKey(row)}`, row.evidence ?? noEvidence)
  return all
}

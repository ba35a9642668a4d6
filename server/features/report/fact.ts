import type { CitedEvidence } from '#contract/evidence.ts'
import { linkEntities } from '#contract/registry.ts'
import type { FactCite, ReportBody } from '#contract/report-body.ts'
import {
  type CitedFact,
  changedSince,
  citesOf,
  findCitedState,
  findOpenEvidence,
} from '#server/features/claim/claim.service.ts'
import { startOfDay } from '#server/platform/clock.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { fieldError } from '#server/platform/http/errors.ts'
import { linkedOf, type ReportFact } from './body.ts'
import { type ReportTarget, type TargetEntity, targetKey } from './target.queries.ts'

export type TargetsByKey = ReadonlyMap<string, ReportTarget>
type FactTarget = { noun: TargetEntity; id: number }

export const factsOf = (body: ReportBody): ReportFact[] => linkedOf(body).filter(node => node.type === 'fact')

/** The records of this deployment that serve as evidence of a fact. */
export function evidenceRecords({ attrs: { cites } }: ReportFact) {
  return cites.flatMap(({ evidence }) =>
    evidence?.type === 'record' && evidence.id !== null ? [{ noun: evidence.noun, id: evidence.id }] : [],
  )
}

/** Records and sources whose access has to be checked to show the evidence of a fact. */
export function targetsOfFact(fact: ReportFact): FactTarget[] {
  const sources = fact.attrs.cites.flatMap(({ source }) => (source ? [{ noun: 'source' as const, id: source.id }] : []))
  return [...evidenceRecords(fact), ...sources]
}

/** The same place of the same source is one piece of evidence, whatever facts it is cited for. */
const sameOf = ({ source, evidence }: FactCite) => JSON.stringify([source?.id, evidence])

/**
 * Numbers each piece of evidence in the order of the text as stored, so that numbers are the same for every reader.
 */
export function refsOf(stored: ReportBody): (cite: FactCite) => number {
  const refs = new Map<string, number>()
  for (const cite of factsOf(stored).flatMap(fact => fact.attrs.cites))
    if (!refs.has(sameOf(cite))) refs.set(sameOf(cite), refs.size + 1)
  return cite => refs.get(sameOf(cite)) ?? refs.size + 1
}

const hiddenCite = { claim_id: null, source: null, credibility: null, first_seen_at: null, last_seen_at: null }
const withheld = { type: 'withheld' } as const

/** Changes of these facts and of their evidence since they were cited; for facts that the reader may read. */
export async function sinceCited(
  ctx: Ctx,
  facts: readonly ReportFact[],
  targetOf: (fact: ReportFact) => ReportTarget | undefined,
) {
  const cited = new Map<ReportFact, CitedFact>()
  for (const fact of facts) {
    const { noun, field, value } = fact.attrs
    const target = targetOf(fact)
    if (target && field !== null) cited.set(fact, { noun, id: target.id, field, value })
  }
  const claims = [...cited.keys()].flatMap(fact => fact.attrs.cites.flatMap(({ claim_id }) => claim_id ?? []))
  const [changed, standing, pages] = await Promise.all([
    changedSince(ctx, [...cited.values()]),
    findCitedState(ctx, claims),
    findOpenEvidence(ctx, [...cited.keys()].flatMap(evidenceRecords)),
  ])
  return {
    nowOf: (fact: ReportFact) => changed.get(cited.get(fact)!),
    /** The page of a page version that the reader may open. */
    pageOf: (noun: string, id: number) => pages.get(`${noun} ${id}`) ?? undefined,
    isStanding: ({ claim_id }: FactCite) => claim_id !== null && standing.has(claim_id),
  }
}
type Since = Awaited<ReturnType<typeof sinceCited>>

/** A fact as this reader may see it. A withheld fact shows only that it has evidence, with its numbers. */
export function factForReader(
  fact: ReportFact,
  {
    target,
    targets,
    refOf,
    since,
  }: { target: ReportTarget | undefined; targets: TargetsByKey; refOf: (cite: FactCite) => number; since: Since },
): ReportFact {
  const { key, noun, cites } = fact.attrs
  if (!target) {
    const numbered = cites.map(cite => ({ ...hiddenCite, ref: refOf(cite), evidence: withheld }))
    return {
      type: 'fact',
      attrs: { key, noun, id: null, label: null, field: null, value: null, at: null, cites: numbered },
    }
  }
  const now = since.nowOf(fact)
  const seen = cites.map(cite => ({
    ...readableCite(cite, targets, since),
    ref: refOf(cite),
    ...(!since.isStanding(cite) && { is_withdrawn: true }),
  }))
  return {
    type: 'fact',
    attrs: { ...fact.attrs, id: target.id, label: target.label, cites: seen, ...(now && { now }) },
  }
}

function readableCite(cite: FactCite, targets: TargetsByKey, since: Since): FactCite {
  const { source, evidence } = cite
  const isNamed = source !== null && targets.has(targetKey('source', source.id))
  return {
    ...cite,
    source: isNamed ? source : null,
    // All claims of one import share their instant, which would identify the claims of a withheld source.
    ...(!isNamed && { first_seen_at: dayOf(cite.first_seen_at), last_seen_at: dayOf(cite.last_seen_at) }),
    evidence: evidence && readableEvidence(evidence, isNamed, { targets, since }),
  }
}

const dayOf = (instant: string | null) => instant && startOfDay(instant)

/** The address or file of a withheld source would reveal it. */
function readableEvidence(
  evidence: CitedEvidence,
  isNamed: boolean,
  { targets, since }: { targets: TargetsByKey; since: Since },
) {
  if (evidence.type !== 'record') return isNamed ? evidence : withheld
  const target = evidence.id === null ? undefined : targets.get(targetKey(evidence.noun, evidence.id))
  if (!target) return withheld
  if (!target.isOpen) return { ...evidence, id: null }
  const page_id = since.pageOf(evidence.noun, target.id)
  return { ...evidence, id: target.id, ...(page_id !== undefined && { page_id }) }
}

/**
 * Facts that a writer cites: their evidence is taken from present claims, and evidence sent by the client is ignored.
 */
export async function citeFacts(
  ctx: Ctx,
  facts: ReadonlyMap<ReportFact, ReportTarget>,
): Promise<Map<ReportFact, ReportFact>> {
  const wanted = [...facts].map(([fact, { id }]) => {
    const { noun, field, value } = fact.attrs
    if (field === null || value === null || value === undefined) throw fieldError('body', 'wrong')
    return { fact, of: { noun, id, field, value } }
  })
  const cites = await citesOf(
    ctx,
    wanted.map(({ of }) => of),
  )
  const at = ctx.now().toISOString()
  return new Map(
    wanted.map(({ fact, of }) => {
      const found = cites.get(of)
      if (!found) throw fieldError('body', 'wrong')
      const { key, noun } = fact.attrs
      // The names of a link's two ends are added for each reader and never stored, because either record may be erased.
      const isLink = linkEntities.some(each => each === noun)
      const label = isLink ? null : (facts.get(fact)?.label ?? null)
      return [fact, { type: 'fact', attrs: { key, label, ...of, at, cites: found } }]
    }),
  )
}

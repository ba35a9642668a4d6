import type * as contract from '#contract/claim.api.ts'
import type { Claim, ClaimEntity, Evidence, LinkSupport, Provenance, RowEvidence } from '#contract/claim.api.ts'
import type { Received, Reply } from '#contract/endpoint.ts'
import type { Entity, LinkEntity } from '#contract/registry.ts'
import { checkCustom } from '#server/features/custom_field/custom_field.service.ts'
import { startOfDay } from '#server/platform/clock.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import {
  type ClaimRow,
  findClaim,
  findEachClaim,
  findSupport,
  insertClaims,
  type StatedClaim,
  setWithdrawn,
} from './claim.queries.ts'
import { applyRule, choicesOf } from './decide.ts'
import { findOpenEvidence } from './evidence.queries.ts'
import { findClaims, findTwins } from './once.ts'
import { deleteClaimsOfRun, findOthers, findStatedOf, storeRepeatedClaims } from './run.queries.ts'
import { storeClaims } from './store-claims.ts'
import { findLinks } from './subject.queries.ts'
import { applyValues, type ClaimAdapters, requireClaimAccess } from './subject.ts'
import { displayedClaimKeys, fieldValueKey, supportOf } from './support.ts'
import { claimFieldValues, fieldOf, findField, itemsOf, keyOf, readValue, schemaOf } from './value.ts'

/** Removes the claims of an import run, at most `most` at a time; returns their number. */
export const removeClaimsOfRun = deleteClaimsOfRun

/**
 * Returns a test whether a claim outside this run states a value that it wrote. False for a list, which no single claim
 * states as a whole.
 */
export async function findOtherSources(
  ctx: Ctx,
  noun: Entity,
  runId: number,
  values: readonly { record_id: number; field: string; value: unknown }[],
): Promise<(recordId: number, field: string, value: unknown) => boolean> {
  const isOne = (field: string, value: unknown) =>
    findField(noun, field) !== undefined && value !== null && !Array.isArray(value)
  const wanted = values
    .filter(({ field, value }) => isOne(field, value))
    .map(({ record_id, field, value }) => ({ record_id, field, value_key: keyOf(value) }))
  const found = await findOthers(ctx, noun, runId, wanted)
  return (recordId, field, value) => isOne(field, value) && found.has(`${recordId} ${field} ${keyOf(value)}`)
}

type Value = { record_id: number; field: string; value: unknown }

/** Returns a test whether a source already states a value. */
export async function findStatedBy(
  ctx: Ctx,
  noun: Entity,
  sourceId: number | null,
  values: readonly Value[],
): Promise<(value: Value) => boolean> {
  if (sourceId === null) return () => false
  const keyed = values
    .filter(({ value }) => value !== null && value !== undefined)
    .map(({ record_id, field, value }) => ({ record_id, field, value_key: keyOf(value) }))
  const found = await findStatedOf(ctx, noun, sourceId, keyed)
  return ({ record_id, field, value }) => found.has(`${record_id} ${field} ${keyOf(value)}`)
}

export async function listClaims(
  ctx: Ctx,
  { noun, record_id }: Received<typeof contract.listClaims>['query'],
): Promise<Reply<typeof contract.listClaims>> {
  const subject = await requireClaimAccess(ctx, noun, record_id, 'read')
  const rows = await findClaims(ctx, noun, [record_id])
  const evidence = rows.flatMap(row => row.evidence.flatMap(each => (each.type === 'record' ? [each] : [])))
  const [open, choices] = await Promise.all([findOpenEvidence(ctx, evidence), choicesOf(ctx, noun, subject, rows)])
  const shown = displayedClaimKeys(noun, subject, rows)
  const numberOf = numberOrigins(rows)
  return {
    items: rows.map(row => toDto(row, { isShown: shown.has(fieldValueKey(row)), origin: numberOf(row.origin), open })),
    facts: supportOf(noun, rows, shown),
    choices,
  }
}

/** Support of each field of a record by its claims. */
export async function listFacts(
  ctx: Ctx,
  { noun, record_id }: Received<typeof contract.listFacts>['query'],
): Promise<Reply<typeof contract.listFacts>> {
  const subject = await requireClaimAccess(ctx, noun, record_id, 'read')
  const rows = await findSupport(ctx, noun, record_id)
  return { facts: supportOf(noun, rows, displayedClaimKeys(noun, subject, rows)) }
}

/**
 * Numbers the origins within one reply from 1, in order of appearance. With the origin's own id a reader could collect,
 * over all records, the claims of a source that is withheld from them.
 */
function numberOrigins(rows: readonly ClaimRow[]): (origin: number) => number {
  const origins = [...new Set(rows.map(row => row.origin))]
  return origin => origins.indexOf(origin) + 1
}

type ClaimContext = { isShown: boolean; origin: number; open: ReadonlyMap<string, number | null> }

function toDto(row: ClaimRow, { isShown, origin, open }: ClaimContext): Claim {
  const { id, field, value, credibility } = row
  return {
    ...{ id, field, value, origin, credibility, is_shown: isShown },
    ...(row.is_source_readable ? authorOf(row) : withheldBy(row)),
    // The address or file of a withheld source would reveal it.
    evidence: row.evidence.map(each => (isOpen(each, row, open) ? withPage(each, open) : { type: 'withheld' })),
  }
}

type Author = Pick<Claim, 'source' | 'stated_by' | 'first_seen_at' | 'last_seen_at' | 'withdrawn_at'>

function authorOf(row: ClaimRow): Author {
  const { source_id: id, source_name: name, source_kind: kind, source_reliability: reliability } = row
  const { stated_by, first_seen_at, last_seen_at, withdrawn_at } = row
  return { source: { id, name, kind, reliability }, stated_by, first_seen_at, last_seen_at, withdrawn_at }
}

/**
 * All claims of one import, and all withdrawals of one action, share their instant to the millisecond: only the day is
 * shown.
 */
function withheldBy({ first_seen_at, last_seen_at, withdrawn_at }: ClaimRow): Author {
  return {
    source: null,
    stated_by: null,
    first_seen_at: startOfDay(first_seen_at),
    last_seen_at: startOfDay(last_seen_at),
    withdrawn_at: withdrawn_at && startOfDay(withdrawn_at),
  }
}

function withPage(
  evidence: Evidence | RowEvidence,
  open: ReadonlyMap<string, number | null>,
): Claim['evidence'][number] {
  if (evidence.type !== 'record') return evidence
  const page_id = open.get(`${evidence.noun} ${evidence.id}`)
  return evidence.noun === 'page_version' && page_id ? { ...evidence, page_id } : evidence
}

function isOpen(evidence: Evidence | RowEvidence, row: ClaimRow, open: ReadonlyMap<string, number | null>): boolean {
  return evidence.type !== 'record' ? row.is_source_readable : open.has(`${evidence.noun} ${evidence.id}`)
}

/**
 * States values of a record. If they are to be shown, the record is changed by its entity's service, in the same
 * transaction.
 */
export function stateClaims(
  ctx: Ctx,
  adapters: ClaimAdapters,
  { noun, record_id, values, said: provenance, is_shown, rev }: Received<typeof contract.stateClaims>['body'],
): Promise<Reply<typeof contract.stateClaims>> {
  return inTransaction(ctx, async ctx => {
    await requireClaimAccess(ctx, noun, record_id, 'update', true)
    const read = Object.entries(values).map(([name, given]) => {
      const field = fieldOf(noun, name)
      return { name, field, value: readValue(name, field, given) }
    })
    await checkCustom(ctx, noun, values)
    if (is_shown)
      await applyValues(
        ctx,
        adapters,
        { noun, record_id, rev },
        Object.fromEntries(read.map(({ name, value }) => [name, value])),
      )
    const stated = read.flatMap(({ name, field, value }) =>
      itemsOf(field, value).map(item => ({ record_id, field: name, value: item, value_key: keyOf(item) })),
    )
    await storeClaims(ctx, { noun, provenance }, stated)
    if (!is_shown)
      await applyRule(
        ctx,
        adapters,
        { noun, record_id },
        read.map(({ name }) => name),
      )
    return { stated: stated.length }
  })
}

/**
 * States the values of records that a file has just written as claims of the file's source. `isFirst`: all records were
 * created in this transaction and have no claims yet.
 */
export async function stateFile(
  ctx: Ctx,
  of: { noun: ClaimEntity; source_id: number; interchange_id?: number; run_id: number; isFirst?: boolean },
  records: readonly {
    record_id: number
    is_new: boolean
    values: Record<string, unknown>
    evidence?: RowEvidence[]
  }[],
): Promise<void> {
  const known = new Set(records.flatMap(({ record_id, is_new }) => (is_new ? [] : record_id)))
  const stated: StatedClaim[] = []
  for (const { record_id, values, evidence = [] } of records)
    for (const [name, value] of claimFieldValues(values)) {
      const field = findField(of.noun, name)
      if (!field) continue
      for (const item of itemsOf(field, value))
        stated.push({ record_id, field: name, value: item, value_key: keyOf(item), evidence })
    }
  await storeRepeatedClaims(
    ctx,
    of,
    stated.filter(({ record_id }) => known.has(record_id)),
  )
  await insertClaims(ctx, of, stated)
}

function changeClaim(ctx: Ctx, id: number, isWithdrawn: boolean): Promise<null> {
  return inTransaction(ctx, async ctx => {
    const claim = await findClaim(ctx, id)
    if (!claim) throw new AppError('not_found')
    // The record is locked first, as everywhere, so that its shown values and its claims are compared in one state.
    const subject = await requireClaimAccess(ctx, claim.noun, claim.record_id, 'update', true)
    const twins = await findTwins(ctx, claim.noun, subject.id, id)
    if (!(await setWithdrawn(ctx, twins, isWithdrawn))) throw new AppError('wrong_state')
    return null
  })
}

export const withdrawClaim = (ctx: Ctx, id: number) => changeClaim(ctx, id, true)
export const reinstateClaim = (ctx: Ctx, id: number) => changeClaim(ctx, id, false)

export { listFactChecks } from './check.ts'
export { type CitedFact, changedSince, citesOf, findCitedState } from './cite.ts'
export { decideClaim } from './decide.ts'
export { deleteDecisionsOfRun, storeDecidedValue } from './decision.queries.ts'
export { findOpenEvidence } from './evidence.queries.ts'
export { type GivenClaims, moveClaims, moveClaimsBack } from './link.queries.ts'
export { saveStated } from './saved.ts'
export { findLinksOfPersons, findStatable, namesOfLinks } from './subject.queries.ts'
export type { ClaimAdapters } from './subject.ts'
export { keyOrNull } from './value.ts'
export { type ConflictingParty, type ProposedValue, type WouldChange, wouldChange } from './would-change.ts'

type Link = { noun: LinkEntity; id: number; row: Record<string, unknown> }

/** States the values of a link as claims of this source. */
export async function stateLink(ctx: Ctx, { noun, id, row }: Link, provenance: Provenance): Promise<void> {
  await storeClaims(ctx, { noun, provenance }, statedOf({ noun, id, row }))
}

/** Claims of a link: that it exists, and each value that it has. */
function statedOf({ noun, id, row }: Link): StatedClaim[] {
  return Object.keys(schemaOf(noun)).flatMap(field => {
    const value = field === 'link' ? true : row[field]
    const hasValue = value !== null && value !== undefined && value !== false
    return hasValue ? [{ record_id: id, field, value, value_key: keyOf(value) }] : []
  })
}

/** Support of each of these links that the reader may read and that has claims. */
export async function supportOfLinks(
  ctx: Ctx,
  noun: LinkEntity,
  ids: readonly number[],
): Promise<Map<number, LinkSupport>> {
  const links = await findLinks(ctx, noun, ids)
  const claims = Map.groupBy(await findEachClaim(ctx, noun, [...links.keys()]), row => row.record_id)
  const supports = new Map<number, LinkSupport>()
  for (const [id, rows] of claims) {
    const shown = displayedClaimKeys(noun, links.get(id) ?? {}, rows)
    const states = new Set(supportOf(noun, rows, shown).map(fact => fact.state))
    const state = (['disputed', 'supported'] as const).find(each => states.has(each)) ?? 'unsupported'
    const live = rows.filter(row => row.withdrawn_at === null && shown.has(fieldValueKey(row)))
    supports.set(id, { state, origins: new Set(live.map(row => row.origin)).size })
  }
  return supports
}

export async function listLinkSupports(
  ctx: Ctx,
  { noun, record_id }: Received<typeof contract.listLinkSupports>['query'],
): Promise<Reply<typeof contract.listLinkSupports>> {
  const supports = await supportOfLinks(ctx, noun, record_id)
  return { items: [...supports].map(([record_id, support]) => ({ record_id, ...support })) }
}

export { countClosedChecks } from './check.queries.ts'

// Finds the records that a request names and an answer contains, from the contract alone: a new endpoint declares
// nothing.
import type { Endpoint } from '#contract/endpoint.ts'
import { type RecordEntity, recordEntities } from '#contract/registry.ts'
import type { AuditPart, RecordRef } from './read.queries.ts'

type RequestInput = { params?: unknown; query?: unknown; body?: unknown }
type Values = Record<string, unknown>

const parseEntity = (value: unknown) => recordEntities.find(noun => noun === value)
const idsOf = (value: unknown) =>
  (Array.isArray(value) ? value : [value]).map(Number).filter(id => Number.isSafeInteger(id) && id > 0)

/**
 * The kind of object that an endpoint's `{id}` names, by the first segment of its path; absent: it is neither a record
 * nor a part of one.
 */
export const holders: Record<string, RecordEntity | AuditPart> = {
  ...Object.fromEntries(recordEntities.map(noun => [noun, noun])),
  page: 'page',
  diff: 'diff',
  attachment: 'attachment',
  screening: 'screening',
}

/** Whether an answer counts as a read; writes are recorded in the history of their record. */
export function isReading({ method, bound, roles, path }: Endpoint): boolean {
  if (roles === 'public' || path.startsWith('/v1/audit')) return false
  return method === 'GET' || bound === 'read' || bound === 'ticket'
}

/** The record or part that the `{id}` of a path names. */
export function recordOfPath(
  endpoint: Endpoint,
  { params }: RequestInput,
): { what: RecordEntity | AuditPart; id: number } | undefined {
  const first = endpoint.path.split('/')[2] ?? ''
  const [id] = idsOf((params as Values | undefined)?.id)
  const what = holders[first]
  return what && id !== undefined ? { what, id } : undefined
}

/** Records by which a list is filtered: `?og_id=3`, `?person=7`, `?noun=og&record_id=3`. */
export function recordsOfQuery({ query }: RequestInput): RecordRef[] {
  const given = (query ?? {}) as Values
  const nouns = [given.noun].flat().flatMap(each => parseEntity(each) ?? [])
  const named = recordEntities.flatMap(each =>
    [given[each], given[`${each}_id`]].flatMap(idsOf).map(id => ({ noun: each, id })),
  )
  const ids = [given.record_id, given.record].flatMap(idsOf)
  return [...named, ...nouns.flatMap(noun => ids.map(id => ({ noun, id })))]
}

export type AuditedRow = RecordRef & {
  /** Known if the row contains its access list. */
  isRestricted?: boolean
}

const deepest = 4
/**
 * Words that a row quotes from the text of another record, which it names: `upload: { id, title }`; the evidence of a
 * claim quotes its source.
 */
const quotes = ['excerpt', 'passage', 'quote', 'evidence'] as const
const isEmpty = (value: unknown) =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0)

const idOf = (value: unknown) => (typeof value === 'object' && value !== null ? (value as Values).id : undefined)

const quotedRecords = (row: Values): RecordRef[] =>
  quotes.every(key => isEmpty(row[key]))
    ? []
    : recordEntities.flatMap(noun => idsOf(idOf(row[noun])).map(id => ({ noun, id })))

/**
 * Records that are rows of an answer, if the row states its kind, and those whose words a row quotes. Names of records
 * inside others are not rows.
 */
export function auditRows(endpoint: Endpoint, data: unknown): AuditedRow[] {
  const first = endpoint.path.split('/')[2] ?? ''
  const own = parseEntity(first)
  const isPart = first === 'page' || first === 'diff'
  const rows: AuditedRow[] = []
  const walk = (value: unknown, depth: number, isItem: boolean) => {
    if (Array.isArray(value)) {
      if (depth < deepest) for (const each of value) walk(each, depth + 1, true)
      return
    }
    if (typeof value !== 'object' || value === null) return
    const row = value as Values
    rows.push(...quotedRecords(row))
    const noun = parseEntity(row.noun) ?? parseEntity(row.kind)
    const ids = noun ? idsOf(row.record_id ?? idOf(row.record) ?? row.id) : []
    if (noun && ids.length > 0) rows.push({ noun, id: ids[0]! })
    else if (own && Array.isArray(row.read_user)) {
      const [id] = idsOf(row.id)
      if (id !== undefined) rows.push({ noun: own, id, isRestricted: row.read_user.length > 0 })
    } else if (isItem) {
      for (const each of recordEntities) for (const id of idsOf(row[`${each}_id`])) rows.push({ noun: each, id })
      const [id] = idsOf(row.id)
      if (own === 'event' && 'title' in row && id !== undefined) rows.push({ noun: own, id })
      // A page, or a difference, has the access of its organisation.
      if (isPart) for (const id of idsOf(idOf(row.og))) rows.push({ noun: 'og', id })
    }
    if (depth < deepest && !Array.isArray(row.read_user))
      for (const each of Object.values(row)) if (typeof each === 'object') walk(each, depth + 1, false)
  }
  walk(data, 0, false)
  return rows
}

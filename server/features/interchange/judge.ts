import { isDeepStrictEqual } from 'node:util'
import { type AliasNoteRead, notesOf } from '#contract/alias.ts'
import { isSameTime } from '#contract/event-time.ts'
import { type ContactRead, contactKey, type IdentifierRead } from '#contract/identifier.api.ts'
import { identifierKey } from '#contract/identifier-key.ts'
import type { ImportPlan } from '#contract/import.api.ts'
import type { MergeEntity } from '#contract/registry.ts'
import { changesOf } from '#server/core/history.ts'
import { briefsOf } from '#server/features/event/event.service.ts'
import type { ExistingRecord, ImportAdapters, ImportValues } from '#server/features/import/import.service.ts'
import {
  type ConflictingValue,
  type ImportId,
  isApplied,
  withholdChanges,
} from '#server/features/import_choice/import_choice.service.ts'
import { diesFirst } from '#server/features/person/person.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { resolveEnds } from './ends.ts'
import type { EntityRow, ExchangeFault, ImportWithSource } from './interchange.queries.ts'
import { findKnownRecords, type KnownRecords } from './known.ts'
import type { JudgedEntity } from './row.queries.ts'

type RecordKind = MergeEntity

/** Effect of one row; `values` is to be written, `found` is the existing record. */
export type EntityDecision = JudgedEntity & {
  values: ImportValues
  found: ExistingRecord | undefined
  /**
   * Values that differ from those of other sources, and fields for which the importer chose another value than the
   * rule.
   */
  differing?: ConflictingValue[]
  decided?: string[]
}

/** `choicesOf`: the import whose decisions apply when it is written. */
type Options = { lock: boolean; choicesOf?: ImportId }

const noPlan: ImportPlan = {
  mapping: [],
  match_on: [],
  constants: {},
  on_wrong: 'skip_value',
  on_empty: 'keep',
  read_user: [],
  write_user: [],
}

const listLimits: Record<string, number> = {
  aliases: 50,
  alias_notes: 100,
  labels: 100,
  education: 50,
  entrances: 100,
  identifiers: 100,
  contacts: 100,
}
const lists = Object.keys(listLimits)

/**
 * Decides for each entity that becomes a record whether it is new, changed or unchanged; also resolves the ends of
 * events.
 */
export async function judgeRecords(
  ctx: Ctx,
  adapters: ImportAdapters,
  { id: importId, source_id: sourceId }: ImportWithSource,
  kind: RecordKind,
  rows: readonly EntityRow[],
  options: Options,
): Promise<{ decisions: EntityDecision[]; creates: string[]; lost: string[] }> {
  const adapter = adapters[kind]
  const wanted = {
    ids: rows.flatMap(row => row.own_id ?? []),
    keys: [...new Set(rows.flatMap(row => row.ids))],
    numbers: rows.flatMap(numbersOf),
  }
  const known = await findKnownRecords(ctx, adapters, kind, sourceId, wanted, options)
  const persons = kind === 'event' ? await personsOf(ctx, known.found) : undefined
  const missing = await adapter.resolveLinks(
    ctx,
    rows.map(row => row.values),
    noPlan,
  )
  const ends =
    kind === 'event' ? await resolveEnds(ctx, adapters, { id: importId, source_id: sourceId }, rows) : undefined
  const decisions = rows.map((row): EntityDecision => {
    const matches = matchesOf(row, known).map(each => (persons ? withPersons(each, persons) : each))
    if (matches.length > 1)
      return wrongDecision(row, { code: 'ambiguous', detail: { ids: matches.map(each => each.id).join(', ') } })
    const [match] = matches
    const values = ends ? { ...row.values, ...ends.involved(row, match) } : row.values
    if (!match) return { row, verdict: 'new', faults: [], changes: [], record_id: null, values, found: undefined }
    const merged = merge(match.values, values)
    const isPending = ends?.isPending(row) ?? false
    const changes = changesOf(Object.keys(merged), match.values, merged)
    const verdict = changes.length > 0 || isPending ? 'changed' : 'unchanged'
    if (verdict === 'changed' && !match.isWritable) return wrongDecision(row, { code: 'forbidden' }, match.id)
    const changed = Object.fromEntries(changes.map(({ field }) => [field, merged[field]]))
    return { row, verdict, faults: [], changes, record_id: match.id, values: changed, found: match }
  })
  return {
    decisions: await findHeldValues(ctx, kind, sourceId, decisions, options.choicesOf),
    creates: missing.map(({ name }) => name),
    lost: rows.flatMap(row => ends?.lost(row) ?? []),
  }
}

/**
 * Holds back changes to values that a person decided or better sources support: the file's value becomes a claim only.
 */
async function findHeldValues(
  ctx: Ctx,
  kind: RecordKind,
  source_id: number | null,
  decisions: readonly EntityDecision[],
  choicesOf: ImportId | undefined,
): Promise<EntityDecision[]> {
  const changed = decisions.filter(each => each.verdict === 'changed' && each.changes.length > 0)
  const withheld = await withholdChanges(
    ctx,
    kind,
    { source_id },
    changed.map(each => ({ record_id: each.record_id ?? 0, changes: each.changes })),
    choicesOf,
  )
  const after = new Map(changed.map((each, n) => [each, withheld[n]!]))
  return decisions.map(each => {
    const of = after.get(each)
    if (!of) return each
    const { changes: left, differing, decided } = of
    const made = new Set(left.filter(isApplied).map(({ field }) => field))
    const values = Object.fromEntries(Object.entries(each.values).filter(([field]) => made.has(field)))
    return { ...each, changes: left, values, verdict: left.length > 0 ? 'changed' : 'unchanged', differing, decided }
  })
}

async function personsOf(ctx: Ctx, events: readonly ExistingRecord[]): Promise<Map<number, number[]>> {
  const briefs = await briefsOf(
    ctx,
    events.map(each => each.id),
  )
  return new Map(briefs.map(brief => [brief.id, brief.persons.map(({ id }) => id)]))
}

const withPersons = (event: ExistingRecord, persons: Map<number, number[]>): ExistingRecord => ({
  ...event,
  values: { ...event.values, persons: persons.get(event.id) ?? [] },
})

function wrongDecision(row: EntityRow, fault: ExchangeFault, recordId: number | null = null): EntityDecision {
  return { row, verdict: 'wrong', faults: [fault], changes: [], record_id: recordId, values: {}, found: undefined }
}

/** The record's own id decides; otherwise the first identifier that matches any record. */
function matchesOf(row: EntityRow, known: KnownRecords): ExistingRecord[] {
  const own = known.found.filter(each => each.id === row.own_id)
  if (own.length > 0) return own
  for (const id of row.ids) {
    const all = known.byKey(id)
    if (all.length > 0) return all
  }
  // Records of other sources with the same LEI or passport are the same.
  return known.byNumber(numbersOf(row))
}

const numbersOf = ({ values }: EntityRow) => (values.identifiers ?? []) as IdentifierRead[]

/** A file adds to lists and replaces the values that it contains; other values stay. */
function merge(before: ImportValues, given: ImportValues): ImportValues {
  const values: ImportValues = { ...given }
  // An identifier that the team entered stays.
  if (before.external_id) delete values.external_id
  const names = [given.name, ...((given.aliases ?? []) as unknown[])]
  if (typeof before.name === 'string' && names.includes(before.name)) {
    values.name = before.name
    values.aliases = names.filter(name => name !== before.name)
  }
  for (const field of ['start_time', 'end_time'])
    if (isSameTime(before[field], values[field]) || isSameTime(toSecond(before[field]), values[field]))
      values[field] = before[field]
  for (const field of lists) {
    if (!Array.isArray(values[field])) continue
    const kept = (before[field] ?? []) as unknown[]
    const has = (all: unknown[], value: unknown) => all.some(each => isSameItem(field, each, value))
    const own = field === 'aliases' ? [values.name, before.eng_name, values.eng_name] : []
    const added = values[field].filter(value => !has(kept, value) && !own.includes(value))
    values[field] = [...kept, ...added].slice(0, listLimits[field])
  }
  if (values.alias_notes)
    values.alias_notes = notesOf(values.alias_notes as AliasNoteRead[], (values.aliases ?? before.aliases) as string[])
  // If two values contradict each other, the existing ones stay.
  if (diesFirst(values.birth_time ?? before.birth_time, values.death_time ?? before.death_time))
    for (const field of ['birth_time', 'death_time']) delete values[field]
  return values
}

/** FollowTheMoney times have no fractions of a second. */
const toSecond = (time: unknown) => (typeof time === 'string' ? time.replace(/\.\d+Z$/, 'Z') : time)

/** Numbers are equal by their key, whatever their other details are. */
function isSameItem(field: string, a: unknown, b: unknown): boolean {
  if (field === 'identifiers') return identifierKey(a as IdentifierRead) === identifierKey(b as IdentifierRead)
  if (field === 'contacts') return contactKey(a as ContactRead) === contactKey(b as ContactRead)
  return isDeepStrictEqual(a, b)
}

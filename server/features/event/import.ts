import * as z from 'zod/mini'
import { bilingual } from '#contract/bilingual.ts'
import { eventLinkWords, eventSchema } from '#contract/event.api.ts'
import { coverOf, isSameTime, isWholeDay } from '#contract/event-time.ts'
import { emptyOf } from '#contract/field.ts'
import { editors } from '#contract/role.ts'
import type { AccessLists } from '#server/core/access.ts'
import type { FieldChange } from '#server/core/history.ts'
import { addLinks } from '#server/core/link.queries.ts'
import { insertRecords, updateRecords } from '#server/core/rows.ts'
import { entities } from '#server/entities.ts'
import {
  type AdapterField,
  type ExistingRecord,
  type ImportAdapter,
  type ImportValues,
  importFieldsOf,
} from '#server/features/import/import.service.ts'
import { linkedOf, linkNames, type NamedOgs, nameKey, suggestOgs } from '#server/features/og/og.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { eventTable } from './event.queries.ts'
import { findEventsByKeys } from './import.queries.ts'

const OgNames = z.array(z.string().check(z.maxLength(300))).check(z.maxLength(200))

const fields: AdapterField[] = [
  ...importFieldsOf(eventSchema, {
    status: { kind: 'status' },
    title: { matchLabels: bilingual('标题、开始时间和地点', 'Title, start and place') },
  }),
  {
    name: 'ogs',
    kind: 'og_list',
    empty: undefined,
    headers: ['organisation', 'organization', 'organizations', 'organiser', 'organizer', '组织', '单位', '主办方'],
    labels: eventLinkWords.ogs,
    schema: OgNames,
  },
]

/** The import of events. */
export const eventImport: ImportAdapter = {
  noun: 'event',
  roles: editors,
  fields,
  matchOn: ['id', 'external_id', 'title'],
  matchKey: (name, values) => (name === 'title' ? occasionKey(values) : String(values[name]).trim()),
  find: findEventsByKeys,
  settle: completeValues,
  resolveLinks: async (ctx, all, plan) => {
    await linkNames(ctx, all, 'ogs', plan)
    return []
  },
  linked: all => linkedOf(all, 'ogs'),
  suggest: suggestOgs,
  insert,
  update,
}

/**
 * A key of title, start and place. A title alone does not identify an event: conferences recur every year under one
 * name. The place is the address, else the region, which many files spell in ways that are in no list.
 */
function occasionKey({ title, start_time: start, address, region }: ImportValues): string | undefined {
  const place = address || region
  if (!start && !place) return undefined
  const at = start && !isWholeDay(String(start)) ? coverOf(String(start)).from.toISOString() : (start ?? '')
  return [title, at, place ?? ''].map(part => nameKey(String(part))).join('\n')
}

const times = ['start_time', 'end_time']

/** Adds matched organisations to the existing ones, and drops a place of which only one coordinate is known. */
function completeValues({ ogs, id: _, ...values }: ImportValues, before: ImportValues | undefined): ImportValues {
  const isHalf = ((values.lat ?? before?.lat ?? null) === null) !== ((values.lng ?? before?.lng ?? null) === null)
  const placed = isHalf ? { ...values, lat: null, lng: null } : values
  // A workbook stores the moment, not its notation: an equal time keeps its existing notation.
  const kept = times.filter(name => isSameTime(placed[name], before?.[name])).map(name => [name, before?.[name]])
  const whole = { ...placed, ...Object.fromEntries(kept) }
  const named = ogs as NamedOgs | undefined
  if (!named || Array.isArray(named)) return whole
  const own = (before?.ogs ?? []) as number[]
  return { ...whole, ogs: [...new Set([...own, ...named.found.map(({ og_id }) => og_id)])] }
}

async function insert(
  ctx: Ctx,
  all: ImportValues[],
  access: Partial<AccessLists>,
  besides?: (ids: readonly number[]) => Promise<void>,
): Promise<number[]> {
  const links = all.map(values => (values.ogs ?? []) as number[])
  const empty = emptyOf(eventSchema)
  const rows = all.map(({ ogs: _, ...values }) => ({ ...empty, ...values, ...access }))
  const ids = await insertRecords(ctx, eventTable, rows, { empty, linked: n => linkChanges([], links[n] ?? []) })
  await addLinks(
    ctx,
    'event',
    entities.og,
    links.flatMap((own, n) => own.map(id => ({ of: ids[n]!, id }))),
  )
  // Claims about its organisations are compared with the stored links.
  await besides?.(ids)
  return ids
}

function linkChanges(from: number[], to: number[]): FieldChange[] {
  return to.length > from.length ? [{ field: 'ogs', from, to }] : []
}

async function update(
  ctx: Ctx,
  all: { found: ExistingRecord; values: ImportValues; furtherChanges?: FieldChange[] }[],
): Promise<void> {
  const changed = all.map(({ found, values: { ogs, ...values }, furtherChanges = [] }) => {
    const own = (found.values.ogs ?? []) as number[]
    const links = (ogs ?? own) as number[]
    return { found, values, fresh: links.slice(own.length), linked: [...linkChanges(own, links), ...furtherChanges] }
  })
  await addLinks(
    ctx,
    'event',
    entities.og,
    changed.flatMap(({ found, fresh }) => fresh.map(id => ({ of: found.id, id }))),
  )
  await updateRecords(
    ctx,
    eventTable,
    changed.map(({ found, values, linked }) => ({
      before: { ...found.stored, id: found.id, rev: found.rev },
      values,
      linked,
    })),
  )
}

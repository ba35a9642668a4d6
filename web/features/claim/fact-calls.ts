import { type Provenance, stateClaims } from '#contract/claim.api.ts'
import { customKeyIn } from '#contract/custom_field.api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Entity, entityNames } from '#contract/registry.ts'
import { entities } from '#web/entities.ts'
import { call } from '#web/platform/api.ts'
import { refresh } from '#web/platform/query.ts'
import { loadLookup, type PickerItem, type PickerPage, type RecordSource } from '#web/ui/picker/record-source.ts'

type LabelledRecord = { id: number; name?: string; title?: string }
const itemOf = ({ id, name, title }: LabelledRecord): PickerItem => ({ id, label: name ?? title ?? String(id) })

function targetOf(noun: Entity): RecordSource {
  const find = async (query: object, signal: AbortSignal): Promise<PickerPage> => {
    // The lists of these entities have ids and names in common.
    const { items, total } = (await call(entities[noun].list as Endpoint, { query } as never, { signal })) as {
      items: LabelledRecord[]
      total: number
    }
    return { items: items.map(itemOf), total }
  }
  const page = (keyword: string, current: number, pageSize: number, signal: AbortSignal) =>
    find({ current, pageSize, ...(keyword && { keyword }) }, signal)
  return {
    noun,
    loadAll: signal => loadLookup(current => page('', current, 100, signal)),
    search: (keyword, current, signal) => page(keyword, current, 50, signal),
    find: async (ids, signal) => (await find({ id: ids.map(String), pageSize: 100 }, signal)).items,
  }
}

/** Entities that facts can be recorded for, each with its calls. */
export const targets = Object.fromEntries(entityNames.map(noun => [noun, targetOf(noun)])) as Record<
  Entity,
  RecordSource
>

type FactField = {
  noun: Entity
  id: number
  rev: number
  field: string
  value: unknown
  said: Provenance
  isShown: boolean
  /** The record as it was read. */
  record: Record<string, unknown>
  /** A changed item of a list: the details of an alias move to its new value. */
  renamed?: readonly [before: unknown, after: unknown]
}

/** States a value with its source. With `isShown` the record shows it; a list field gets it as one more item. */
export async function saveFact(fact: FactField): Promise<void> {
  const { noun, id, rev, field, value, said: provenance, isShown } = fact
  const key = customKeyIn(field)
  const values = key ? { custom: { [key]: value as never } } : { [field]: value, ...notesOf(fact) }
  if (!isShown)
    await call(stateClaims, {
      body: { noun, record_id: id, values: { [field]: value }, said: provenance, is_shown: false },
    })
  else await entities[noun].update(id, rev, { ...values, said: provenance })
  await refresh('claim', 'fact_check', 'source', noun)
}

function notesOf({ field, record, renamed: [before, after] = [undefined, undefined] }: FactField): object {
  const notes = (record.alias_notes ?? []) as { alias: string }[]
  if (field !== 'aliases' || !notes.some(({ alias }) => alias === before)) return {}
  return { alias_notes: notes.map(note => (note.alias === before ? { ...note, alias: after } : note)) }
}

import type { PartyEntity } from '#contract/registry.ts'
import { partyEntities } from '#contract/registry.ts'
import type { ExistingRecord, ImportAdapters, ImportValues } from '#server/features/import/import.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { readEntityId } from './ftm-model.ts'
import { type EntityRow, type ImportWithSource, readInstallation } from './interchange.queries.ts'
import { findKnownRecords } from './known.ts'
import { findByKeys } from './row.queries.ts'

/** Target of a link: an existing record, one that the file will create, or none. */
export type EndState =
  | { state: 'there'; kind: PartyEntity; id: number; isWritable: boolean }
  | { state: 'coming'; kind: string }
  | { state: 'wrong'; kind: string }
  | { state: 'none' }

const isParty = (kind: string): kind is PartyEntity => (partyEntities as readonly string[]).includes(kind)

/** Ends of links by key: entities of the file first, then records known in this deployment by that identifier. */
export async function findEnds(
  ctx: Ctx,
  adapters: ImportAdapters,
  { id: importId, source_id: sourceId }: ImportWithSource,
  keys: readonly string[],
): Promise<Map<string, EndState>> {
  const inFile = await findByKeys(ctx, importId, keys)
  const outside = keys.filter(key => !inFile.has(key))
  const installation = await readInstallation(ctx)
  const ids: Record<PartyEntity, number[]> = { og: [], person: [] }
  const ownKeys = new Map<string, string>()
  for (const key of outside) {
    const own = readEntityId(key)
    if (own?.installation !== installation || !isParty(own.kind)) continue
    ids[own.kind].push(own.id)
    ownKeys.set(`${own.kind} ${own.id}`, key)
  }
  for (const { kind, record_id: id } of inFile.values()) if (id !== null && isParty(kind)) ids[kind].push(id)
  const known = (kind: PartyEntity) =>
    findKnownRecords(ctx, adapters, kind, sourceId, { ids: ids[kind], keys: outside }, { lock: false })
  const there = { og: await known('og'), person: await known('person') }
  const all = new Map<string, EndState>()
  const place = (key: string, kind: PartyEntity, record: ExistingRecord) =>
    all.set(key, { state: 'there', kind, id: record.id, isWritable: record.isWritable })
  for (const kind of partyEntities) {
    for (const key of outside) {
      const [record] = all.has(key) ? [] : there[kind].byKey(key)
      if (record) place(key, kind, record)
    }
    for (const record of there[kind].found) {
      const own = ownKeys.get(`${kind} ${record.id}`)
      if (own !== undefined) place(own, kind, record)
    }
  }
  for (const [key, { kind, record_id: id, verdict }] of inFile) {
    const record = isParty(kind) ? there[kind].found.find(each => each.id === id) : undefined
    if (verdict === 'wrong') all.set(key, { state: 'wrong', kind })
    else if (record) place(key, kind as PartyEntity, record)
    else all.set(key, id === null ? { state: 'coming', kind } : { state: 'wrong', kind })
  }
  return all
}

/** Organisations and persons that events name. */
export async function resolveEnds(
  ctx: Ctx,
  adapters: ImportAdapters,
  of: ImportWithSource,
  rows: readonly EntityRow[],
) {
  const keys = [...new Set(rows.flatMap(row => row.ends.involved ?? []))]
  const ends = await findEnds(ctx, adapters, of, keys)
  const eventIds = (row: EntityRow, kind: string) =>
    (row.ends.involved ?? []).flatMap(key => {
      const end = ends.get(key)
      return end?.state === 'there' && end.kind === kind ? [end.id] : []
    })
  return {
    /** Adds links to the existing ones; a file removes none. */
    involved(row: EntityRow, match: ExistingRecord | undefined): ImportValues {
      const known = (field: string) => (match?.values[field] ?? []) as number[]
      const add = (field: string, kind: string) => [...new Set([...known(field), ...eventIds(row, kind)])]
      const values = { ogs: add('ogs', 'og'), persons: add('persons', 'person') }
      return Object.fromEntries(Object.entries(values).filter(([field, ids]) => ids.length > known(field).length))
    },
    /** Some of the targets will exist only after the file is written. */
    isPending: (row: EntityRow) => (row.ends.involved ?? []).some(key => ends.get(key)?.state === 'coming'),
    lost: (row: EntityRow) =>
      (row.ends.involved ?? []).filter(key => !['there', 'coming'].includes(ends.get(key)?.state ?? 'none')),
  }
}

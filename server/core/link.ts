import type { Entity } from '#contract/registry.ts'
import type { OgRef } from '#contract/wire.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { fieldError } from '#server/platform/http/errors.ts'
import type { FieldChange } from './history.ts'
import {
  addLinks,
  findLinkable,
  type LinkedRecord,
  type LinkTarget,
  type Ref,
  readLinks,
  removeLinks,
} from './link.queries.ts'

export type { LinkedRecord, LinkTarget, Ref } from './link.queries.ts'

/** The links of an entity: the first part of the link tables' names, and the target of each field. */
export type LinkSet<Field extends string> = {
  owner: string
  fields: Record<Field, LinkTarget & { name: Entity }>
}
type LinkIds<Field extends string> = { [field in Field]?: readonly number[] | undefined }

const namesOf = <Field extends string>({ fields }: LinkSet<Field>) => Object.keys(fields) as Field[]

/** The links of each field that this reader may see, for all of these records at once. */
export async function readLinkSet<Field extends string>(
  ctx: Ctx,
  set: LinkSet<Field>,
  ids: readonly number[],
  of: { kinds?: readonly string[] } = {},
): Promise<Record<Field, LinkedRecord[]>> {
  const all = await Promise.all(
    namesOf(set).map(async field => [field, await readLinks(ctx, set.owner, set.fields[field], ids, of)]),
  )
  return Object.fromEntries(all)
}

/** The links of one record as they are returned. */
export const refsOf = (links: readonly LinkedRecord[]): Ref[] =>
  links.map(({ id, name, eng_name }) => ({ id, name, ...(eng_name && { eng_name }) }))

/** The references of each field of a link set, as the contract has them. */
type RefsByField<Field extends string> = { [field in Field]: field extends 'ogs' ? OgRef[] : Ref[] }

/** Rows with their linked records that this reader may read. */
export async function withLinks<Row extends { id: number }, Field extends string>(
  ctx: Ctx,
  set: LinkSet<Field>,
  rows: readonly Row[],
): Promise<(Row & RefsByField<Field>)[]> {
  const all = await readLinkSet(
    ctx,
    set,
    rows.map(row => row.id),
  )
  const byRow = namesOf(set).map(field => [field, Map.groupBy(all[field], link => link.of)] as const)
  return rows.map(row => ({
    ...row,
    ...(Object.fromEntries(
      byRow.map(([field, links]) => [field, refsOf(links.get(row.id) ?? [])]),
    ) as unknown as RefsByField<Field>),
  }))
}

/** Replaces the links that this writer can see with the given ones; links that they cannot see stay. */
export async function replaceLinks<Field extends string>(
  ctx: Ctx,
  set: LinkSet<Field>,
  id: number,
  input: LinkIds<Field>,
  kind?: string,
): Promise<FieldChange[]> {
  const changes: FieldChange[] = []
  for (const field of namesOf(set)) {
    const wanted = input[field]
    if (wanted === undefined) continue
    const target = set.fields[field]
    const links = await readLinks(ctx, set.owner, target, [id], kind ? { kinds: [kind] } : {})
    const from = links.map(link => link.id)
    const added = wanted.filter(other => !from.includes(other))
    await checkLinkable(ctx, set, field, added)
    const removed = from.filter(other => !wanted.includes(other))
    await addLinks(
      ctx,
      set.owner,
      target,
      added.map(other => ({ of: id, id: other })),
      kind,
    )
    await removeLinks(ctx, set.owner, target, id, removed, kind)
    if (added.length + removed.length > 0) changes.push({ field, from, to: wanted })
  }
  return changes
}

/** Refuses links to records that do not exist for this writer. */
export async function checkLinks<Field extends string>(
  ctx: Ctx,
  set: LinkSet<Field>,
  input: LinkIds<Field>,
): Promise<void> {
  for (const field of namesOf(set)) await checkLinkable(ctx, set, field, input[field] ?? [])
}

async function checkLinkable<Field extends string>(
  ctx: Ctx,
  { fields }: LinkSet<Field>,
  field: Field,
  ids: readonly number[],
): Promise<void> {
  const known = await findLinkable(ctx, fields[field], ids)
  if (ids.some(id => !known.has(id))) throw fieldError(field, `no_such_${fields[field].name}`)
}

/** Those of the links whose target still exists. */
export async function livingLinks<Field extends string>(
  ctx: Ctx,
  set: LinkSet<Field>,
  input: LinkIds<Field>,
): Promise<Record<Field, number[]>> {
  const all = await Promise.all(
    namesOf(set).map(async field => {
      const ids = input[field] ?? []
      const known = await findLinkable(ctx, set.fields[field], ids)
      return [field, ids.filter(id => known.has(id))] as const
    }),
  )
  return Object.fromEntries(all) as Record<Field, number[]>
}

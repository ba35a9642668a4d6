import type { Ctx } from '#server/platform/ctx.ts'
import { fieldError } from '#server/platform/errors.ts'
import type { Change } from '#server/platform/history.ts'
import { addLinks, findLinkable, type LinkKind, type Ref, readLinks, removeLinks } from './link-queries.ts'

const kinds = { ogs: 'og', persons: 'person' } as const satisfies Record<string, LinkKind>
type Links = { ogs?: number[] | undefined; persons?: number[] | undefined }

/** Rows with the organisations and persons of each that this reader may read. */
export async function withLinks<Row extends { id: number }>(
  ctx: Ctx,
  rows: readonly Row[],
): Promise<(Row & { ogs: Ref[]; persons: Ref[] })[]> {
  const ids = rows.map(row => row.id)
  const [ogs, persons] = await Promise.all([readLinks(ctx, 'og', ids), readLinks(ctx, 'person', ids)])
  const plain = (refs: Ref[] | undefined) => (refs ?? []).map(({ id, name }) => ({ id, name }))
  return rows.map(row => ({ ...row, ogs: plain(ogs.get(row.id)), persons: plain(persons.get(row.id)) }))
}

/** Makes the links that this writer can see be those given; what they cannot see stays. */
export async function replaceLinks(ctx: Ctx, uploadId: number, input: Links): Promise<Change[]> {
  const changes: Change[] = []
  for (const field of ['ogs', 'persons'] as const) {
    const wanted = input[field]
    if (wanted === undefined) continue
    const kind = kinds[field]
    const from = ((await readLinks(ctx, kind, [uploadId])).get(uploadId) ?? []).map(ref => ref.id)
    const added = wanted.filter(id => !from.includes(id))
    await checkLinks(ctx, { [field]: added })
    const removed = from.filter(id => !wanted.includes(id))
    await addLinks(ctx, kind, uploadId, added)
    await removeLinks(ctx, kind, uploadId, removed)
    if (added.length + removed.length > 0) changes.push({ field, from, to: wanted })
  }
  return changes
}

/** Refuses links to what is not there for this writer. */
export async function checkLinks(ctx: Ctx, input: Links): Promise<void> {
  for (const field of ['ogs', 'persons'] as const) {
    const ids = input[field] ?? []
    const known = await findLinkable(ctx, kinds[field], ids)
    if (ids.some(id => !known.has(id))) throw fieldError(field, field === 'ogs' ? 'no_such_og' : 'no_such_person')
  }
}

/** Those of the links that still lead somewhere. */
export async function livingLinks(ctx: Ctx, input: Links): Promise<{ ogs: number[]; persons: number[] }> {
  const living = async (field: keyof typeof kinds) => {
    const known = await findLinkable(ctx, kinds[field], input[field] ?? [])
    return (input[field] ?? []).filter(id => known.has(id))
  }
  return { ogs: await living('ogs'), persons: await living('persons') }
}

import { sql } from 'kysely'
import type { MergeEntity } from '#contract/duplicate.api.ts'
import { type LinkEntity, linkEntities } from '#contract/registry.ts'
import { type GivenClaims, moveClaims, moveClaimsBack } from '#server/features/claim/claim.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inOrder, isWithItself, kinds, type LinkKind, type LinkTable } from './merge-links.ts'

type Row = Record<string, unknown> & { id: number }
/**
 * A change of a merge to the links of one table. `before` and `after` are whole rows; a row without `after` was
 * dropped, because it would duplicate `keptBy` or link the record to itself.
 */
export type MovedLink = {
  table: LinkTable
  before: Record<string, unknown>
  after: Record<string, unknown> | null
  keptBy: Record<string, unknown> | null
  /** The claims about a dropped link, which were moved to `keptBy`. */
  claims?: GivenClaims
}

const isPlain = (kind: LinkKind) => !kind.columns.includes('id')
const keyOf = (kind: LinkKind, row: Record<string, unknown>) =>
  kind.same.length === 0 ? JSON.stringify(row.id) : JSON.stringify(kind.same.map(column => row[column] ?? ''))

const withoutNulls = (rows: readonly (Record<string, unknown> | null)[]) => rows.filter(row => row !== null)

/** Moves every link of the sources to the target, regardless of who may read it; returns the changes. */
export async function moveLinks(
  ctx: Ctx,
  noun: MergeEntity,
  targetId: number,
  sourceIds: readonly number[],
): Promise<MovedLink[]> {
  const all: MovedLink[] = []
  for (const kind of kinds[noun]) {
    const moved = planMoves(kind, await lockLinks(ctx, kind, [targetId, ...sourceIds]), targetId, sourceIds)
    for (const each of moved) if (isRepeated(each)) each.claims = await moveClaims(ctx, claimMoveOf(each))
    // Rows are removed first, so that a moved row never meets a duplicate of itself.
    await removeLinks(
      ctx,
      kind,
      moved.filter(each => isPlain(kind) || !each.after).map(each => each.before),
    )
    const remaining = withoutNulls(moved.map(each => each.after))
    if (isPlain(kind)) await insertLinks(ctx, kind, remaining)
    else await changeLinks(ctx, kind, remaining)
    all.push(...moved)
  }
  return all
}

type RepeatedLink = MovedLink & { keptBy: Record<string, unknown> }
const isRepeated = (link: MovedLink): link is RepeatedLink =>
  link.keptBy !== null && (linkEntities as readonly string[]).includes(link.table)
const claimMoveOf = ({ table, before, keptBy }: RepeatedLink) => ({
  noun: table as LinkEntity,
  from: Number(before.id),
  to: Number(keptBy.id),
})

async function lockLinks(ctx: Ctx, kind: LinkKind, ids: readonly number[]): Promise<Row[]> {
  const touches = sql.join(
    kind.ends.map(end => sql`${sql.ref(end)} = any(${ids}::bigint[])`),
    sql` or `,
  )
  const { rows } =
    await sql<Row>`select ${sql.join(kind.columns.map(column => sql.ref(column)))} from ${sql.table(kind.table)}
    where ${touches} order by ${sql.join(isPlain(kind) ? kind.columns.map(column => sql.ref(column)) : [sql.ref('id')])} for update`.execute(
      ctx.db,
    )
  return rows
}

function planMoves(kind: LinkKind, rows: Row[], targetId: number, sourceIds: readonly number[]): MovedLink[] {
  const isSource = (value: unknown) => sourceIds.includes(Number(value))
  const isMoving = (row: Row) => kind.ends.some(end => isSource(row[end]))
  const keptRows = new Map<string, Record<string, unknown>>(
    rows.filter(row => !isMoving(row)).map(row => [keyOf(kind, row), row]),
  )
  return rows.filter(isMoving).map(before => {
    const ends = Object.fromEntries(kind.ends.map(end => [end, isSource(before[end]) ? targetId : before[end]]))
    const after = inOrder(kind, { ...before, ...ends })
    if (isWithItself(kind, after)) return { table: kind.table, before, after: null, keptBy: null }
    const duplicateOf = keptRows.get(keyOf(kind, after))
    if (duplicateOf) return { table: kind.table, before, after: null, keptBy: duplicateOf }
    keptRows.set(keyOf(kind, after), after)
    return { table: kind.table, before, after, keptBy: null }
  })
}

/**
 * Restores links to their state before the merge. A link that was removed or changed since stays as users left it; a
 * dropped link is restored only while the link that replaced it exists.
 */
export async function moveLinksBack(ctx: Ctx, noun: MergeEntity, moved: readonly MovedLink[]): Promise<void> {
  for (const kind of kinds[noun]) {
    const ofKind = moved.filter(each => each.table === kind.table)
    if (ofKind.length === 0) continue
    const expected = withoutNulls(ofKind.map(each => each.after ?? each.keptBy))
    const unchanged = await findSame(ctx, kind, expected)
    const isUnchanged = (row: Record<string, unknown> | null) => row !== null && unchanged.has(rowKey(kind, row))
    const movedBack = ofKind.filter(each => each.after && isUnchanged(each.after))
    const dropped = ofKind.filter(each => !each.after && (each.keptBy === null || isUnchanged(each.keptBy)))
    if (isPlain(kind)) {
      await removeLinks(ctx, kind, withoutNulls(movedBack.map(each => each.after)))
      await insertLinks(
        ctx,
        kind,
        [...movedBack, ...dropped].map(each => each.before),
      )
    } else {
      await changeLinks(
        ctx,
        kind,
        movedBack.map(each => each.before),
      )
      await insertLinks(
        ctx,
        kind,
        dropped.map(each => each.before),
      )
      for (const each of dropped)
        if (each.claims && isRepeated(each)) await moveClaimsBack(ctx, claimMoveOf(each), each.claims)
    }
  }
}

const rowKey = (kind: LinkKind, row: Record<string, unknown>) =>
  JSON.stringify(kind.columns.map(column => row[column] ?? null))

const rowsOf = (kind: LinkKind, rows: readonly Record<string, unknown>[]) =>
  sql`json_populate_recordset(null::${sql.table(kind.table)}, ${JSON.stringify(rows)}::json) as fresh`
const idColumns = (kind: LinkKind) => (isPlain(kind) ? kind.columns : ['id'])
const isSameRow = (kind: LinkKind) =>
  sql.join(
    idColumns(kind).map(column => sql`link.${sql.ref(column)} = fresh.${sql.ref(column)}`),
    sql` and `,
  )

async function findSame(ctx: Ctx, kind: LinkKind, rows: readonly Record<string, unknown>[]): Promise<Set<string>> {
  const { rows: same } = await sql<
    Record<string, unknown>
  >`select ${sql.join(kind.columns.map(column => sql`link.${sql.ref(column)}`))}
    from ${sql.table(kind.table)} as link join ${rowsOf(kind, rows)} on ${isSameRow(kind)} for update of link`.execute(
    ctx.db,
  )
  return new Set(same.map(row => rowKey(kind, row)))
}

async function removeLinks(ctx: Ctx, kind: LinkKind, rows: readonly Record<string, unknown>[]): Promise<void> {
  if (rows.length === 0) return
  await sql`delete from ${sql.table(kind.table)} as link using ${rowsOf(kind, rows)} where ${isSameRow(kind)}`.execute(
    ctx.db,
  )
}

/** If the other end was deleted permanently meanwhile, the link is not created. */
async function insertLinks(ctx: Ctx, kind: LinkKind, rows: readonly Record<string, unknown>[]): Promise<void> {
  if (rows.length === 0) return
  const columns = sql.join(kind.columns.map(column => sql.ref(column)))
  // If the party was deleted permanently, the membership is created without it.
  const values = sql.join(
    kind.columns.map(column =>
      column === 'on_behalf_of'
        ? sql`(select far.id from og as far where far.id = fresh.on_behalf_of)`
        : sql.ref(column),
    ),
  )
  const ends = kind.columns.flatMap(column => {
    const to = {
      from_og_id: 'og',
      from_person_id: 'person',
      og_id: 'og',
      person_id: 'person',
      from_id: 'person',
      to_id: 'person',
      event_id: 'event',
      report_id: 'report',
    }[column]
    const is = sql`fresh.${sql.ref(column)}`
    return to ? [sql`(${is} is null or exists (select from ${sql.table(to)} as far where far.id = ${is}))`] : []
  })
  await sql`insert into ${sql.table(kind.table)} (${columns}) ${isPlain(kind) ? sql`` : sql`overriding system value`}
    select ${values} from ${rowsOf(kind, rows)} where ${sql.join(ends, sql` and `)} on conflict do nothing`.execute(
    ctx.db,
  )
}

async function changeLinks(ctx: Ctx, kind: LinkKind, rows: readonly Record<string, unknown>[]): Promise<void> {
  if (rows.length === 0) return
  const sets = kind.ends.map(end => sql`${sql.ref(end)} = fresh.${sql.ref(end)}`)
  await sql`update ${sql.table(kind.table)} as link set ${sql.join(sets)} from ${rowsOf(kind, rows)} where ${isSameRow(kind)}`.execute(
    ctx.db,
  )
}

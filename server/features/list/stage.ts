import type { TableLayout } from '#contract/list-mapping.ts'
import { cutText } from '#contract/text.ts'
import { unreadColumns } from '#server/ingest/columns/unread-columns.ts'
import { digestFile } from '#server/ingest/staging/files.ts'
import type { StepWork } from '#server/ingest/staging/step.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { insertStaged, numberEntries, removeStaged, type StagedEntry } from './entry.queries.ts'
import { type StoredListVersion, versionFiles } from './list.queries.ts'
import { insertQuarantined, removeQuarantinedEntries, type StoredQuarantine } from './quarantine.queries.ts'
import type { QuarantinedEntry } from './quarantine.ts'
import { type ReadEntity, type ReadList, readList } from './read.ts'
import type { LayoutChoice } from './table.ts'

const batch = 500
const maxQuarantined = 10_000
const mostKinds = 50

type Load = { row: StoredListVersion; work: StepWork<StoredListVersion> }

/**
 * Reads the file into staged rows, which no user sees yet. Returns false if it is a table that waits for its mapping.
 */
export async function stageListFile(
  ctx: Ctx,
  { row, work }: Load,
  key: string,
  mapping: Parameters<typeof readList>[3],
): Promise<boolean> {
  await work.inStep(ctx, async ctx => {
    await removeStaged(ctx, row.id)
    await removeQuarantinedEntries(ctx, row.id)
  })
  const { layout } = row.sheet ?? {}
  const file = await readList(ctx, key, row.file_name, mapping, layout && chosenIn(layout))
  if ('sheet' in file) {
    await work.inStep(ctx, ctx =>
      versionFiles.change(ctx, row.id, { state: 'mapping', sheet: file.sheet, format: 'table', fault: null }),
    )
    return false
  }
  const counts = await stageEntries(ctx, file, { row, work })
  const left = file.leftBefore()
  for (const [kind, count] of counts.left) left.set(kind, (left.get(kind) ?? 0) + count)
  const sha256 = await digestFile(ctx, key)
  await work.inStep(ctx, async ctx => {
    await numberEntries(ctx, row.id)
    const left_kinds = Object.fromEntries([...left].sort((a, b) => b[1] - a[1]).slice(0, mostKinds))
    await versionFiles.change(ctx, row.id, { sha256, format: file.format, left_kinds, unread: counts.unread })
  })
  return true
}

const chosenIn = ({ sheet, heading }: TableLayout): LayoutChoice => ({ sheet, heading: heading || null })

async function stageEntries(
  ctx: Ctx,
  { entries }: Exclude<ReadList, { sheet: unknown }>,
  { row, work }: Load,
): Promise<{ left: Map<string, number>; unread: StoredListVersion['unread'] }> {
  const counts = { read: 0, left_out: 0, set_aside: 0, trimmed: 0 }
  const left = new Map<string, number>()
  const unread = unreadColumns()
  let buffered: Extract<ReadEntity, { entry: StagedEntry }>[] = []
  let asides: StoredQuarantine[] = []
  let quarantinedKept = 0
  const setAside = (n: number, { key, caption, reason, detail = {} }: QuarantinedEntry) => {
    counts.left_out += 1
    counts.set_aside += 1
    keep({ n, key, caption, reason, detail, is_taken: false })
  }
  const keep = (entry: StoredQuarantine) => {
    if (quarantinedKept >= maxQuarantined) return
    quarantinedKept += 1
    asides.push(entry)
  }
  const flush = async () => {
    await work.inStep(ctx, async ctx => {
      const repeated = await insertStaged(
        ctx,
        row.id,
        buffered.map(({ entry }) => entry),
      )
      for (const place of repeated) {
        const { n, entry } = buffered[place]!
        setAside(n, { key: entry.key, caption: cutText(entry.caption, 200), reason: 'repeated' })
      }
      await insertQuarantined(ctx, row.id, asides)
      await versionFiles.change(ctx, row.id, counts)
    })
    buffered = []
    asides = []
    work.pause()
  }
  for await (const taken of entries) {
    counts.read += 1
    if ('entry' in taken) {
      buffered.push(taken)
      if (taken.trimmed.length > 0) counts.trimmed += 1
      for (const { heading, text } of taken.unread ?? []) unread.add(heading, text)
      const { key, caption } = taken.entry
      for (const { why, names } of taken.trimmed)
        keep({ n: taken.n, key, caption: cutText(caption, 200), reason: why, detail: { names }, is_taken: true })
    } else if ('quarantined' in taken) setAside(taken.n, taken.quarantined)
    else {
      counts.left_out += 1
      if (left.size < mostKinds || left.has(taken.left)) left.set(taken.left, (left.get(taken.left) ?? 0) + 1)
    }
    if (buffered.length >= batch || counts.read % (10 * batch) === 0) await flush()
  }
  await flush()
  return { left, unread: unread.list() }
}

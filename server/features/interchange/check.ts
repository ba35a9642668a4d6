import type { InterchangeKind } from '#contract/interchange.api.ts'
import { linkEntities, partyEntities } from '#contract/registry.ts'
import type { ImportAdapters } from '#server/features/import/import.service.ts'
import { insertDiffering, removeEarlier } from '#server/features/import_choice/import_choice.service.ts'
import { type CarryNotes, gatherNotes } from '#server/ingest/carry-notes.ts'
import { IngestFault } from '#server/ingest/fault.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { resolveLinksBetweenOgs } from './between.queries.ts'
import { countTwins } from './digest.ts'
import { mapEntity } from './ftm-in.ts'
import { interchanges, readInstallation, type StoredExchange } from './interchange.queries.ts'
import { judgeRecords } from './judge.ts'
import { isLink, judgeLinks, notTwice } from './judge-link.ts'
import type { ParsedEntity } from './mapped.ts'
import {
  countRows,
  findNext,
  insertRows,
  markRepeated,
  markSameRecord,
  removeLinksTo,
  removeRows,
  type StagedEntity,
  saveJudged,
} from './row.queries.ts'
import { openSource } from './source.ts'
import type { ExchangeWork } from './step.ts'

const batchRows = 500
const maxEntities = 300_000

/**
 * Dry run: reads the file into rows and stores for each the effect of writing it. A repeated run begins from nothing.
 */
export async function checkFile(
  ctx: Ctx,
  adapters: ImportAdapters,
  row: StoredExchange,
  work: ExchangeWork,
): Promise<void> {
  const { note, list } = gatherNotes()
  const installation = await readInstallation(ctx)
  const twins = countTwins()
  await work.inStep(ctx, async ctx => {
    await removeRows(ctx, row.id)
    await interchanges.change(ctx, row.id, { progress: 0, total: null })
  })
  const { format, entities } = await openSource(ctx, row.file_key ?? '', note)
  const left = leftBehind()
  const total = await stageEntities(ctx, row.id, entities, work, read =>
    left.watch(read, stageEntity(read, installation, note, twins)),
  )
  await work.inStep(ctx, async ctx => {
    for (const key of await removeLinksTo(ctx, row.id, left.keys)) note(left.schemaOf(key), null, 'no_end', [key])
    await markRepeated(ctx, row.id)
    await resolveLinksBetweenOgs(ctx, row.id)
    await interchanges.change(ctx, row.id, { format, total, progress: 0 })
  })
  const creates = new Set<string>()
  const seen = new Map<string, number>()
  for (const kind of partyEntities) await judgeAll(ctx, adapters, row.id, kind, work, note, { creates, seen })
  await inTransaction(ctx, ctx => markSameRecord(ctx, row.id, row.source_id))
  for (const kind of ['event', ...linkEntities] as const)
    await judgeAll(ctx, adapters, row.id, kind, work, note, { creates, seen })
  await work.inStep(ctx, async ctx => {
    await markSameRecord(ctx, row.id, row.source_id)
    await removeEarlier(ctx, { interchange_id: row.id }, work.step.step)
    const counts = await countRows(ctx, row.id)
    const kinds = counts.flatMap(({ kind }) => kind ?? [])
    await interchanges.change(ctx, row.id, {
      state: 'checked',
      counts,
      kinds,
      progress: total,
      not_carried: list(),
      creates: [...creates].slice(0, 50),
    })
  })
}

function stageEntity(
  read: ParsedEntity,
  installation: string,
  note: CarryNotes,
  twins: ReturnType<typeof countTwins>,
): StagedEntity[] {
  if ('fault' in read)
    return [{ n: read.n, mapped: null, faults: [{ code: read.fault, ...(read.detail && { detail: read.detail }) }] }]
  const mapped = mapEntity(read.raw, installation, note)
  return mapped ? [{ n: read.n, mapped: { ...mapped, ids: twins(mapped.ids) }, faults: mapped.faults }] : []
}

/**
 * Tracks entities that have no records in this deployment, and the names of links in the file: a link to such an entity
 * is left out with it.
 */
function leftBehind() {
  const keys: string[] = []
  const links = new Map<string, string>()
  return {
    keys,
    schemaOf: (key: string) => links.get(key) ?? 'UnknownLink',
    watch(read: ParsedEntity, all: StagedEntity[]): StagedEntity[] {
      if ('raw' in read && all.length === 0) keys.push(read.raw.id)
      const mapped = all[0]?.mapped
      if ('raw' in read && mapped && isLink(mapped.kind)) links.set(mapped.key, read.raw.schema)
      return all
    },
  }
}

/** Stores the entities in batches; returns the number of entities read. */
async function stageEntities(
  ctx: Ctx,
  id: number,
  entities: AsyncIterable<ParsedEntity>,
  work: ExchangeWork,
  take: (read: ParsedEntity) => StagedEntity[],
): Promise<number> {
  let batch: StagedEntity[] = []
  let count = 0
  const keep = async () => {
    const rows = batch
    batch = []
    await work.inStep(ctx, async ctx => {
      await insertRows(ctx, id, rows)
      await interchanges.change(ctx, id, { progress: count })
    })
    work.pause()
  }
  for await (const read of entities) {
    count += 1
    if (count > maxEntities) throw new IngestFault('too_many', { count: maxEntities })
    batch.push(...take(read))
    if (count % batchRows === 0) await keep()
  }
  await keep()
  if (count === 0) throw new IngestFault('empty_file')
  return count
}

async function judgeAll(
  ctx: Ctx,
  adapters: ImportAdapters,
  id: number,
  kind: InterchangeKind,
  work: ExchangeWork,
  note: CarryNotes,
  { creates, seen }: { creates: Set<string>; seen: Map<string, number> },
): Promise<void> {
  for (let after = 0; ; ) {
    const last = await work.inStep(ctx, async (ctx, row) => {
      const rows = await findNext(ctx, id, kind, { after, limit: batchRows, toWrite: false })
      if (isLink(kind)) {
        await saveJudged(ctx, id, notTwice(await judgeLinks(ctx, adapters, row, kind, rows), seen), false)
      } else {
        const judged = await judgeRecords(ctx, adapters, row, kind, rows, { lock: false })
        for (const name of judged.creates) creates.add(name)
        note('Event', 'involved', 'no_end', judged.lost)
        await saveJudged(
          ctx,
          id,
          judged.decisions.map(({ values: _, found: __, differing: ___, decided: ____, ...rest }) => rest),
          false,
        )
        const differing = judged.decisions.flatMap(({ row: { n }, differing = [] }) =>
          differing.map(each => ({ n, ...each })),
        )
        await insertDiffering(ctx, { interchange_id: id }, { step: work.step.step, noun: kind }, differing)
      }
      await interchanges.change(ctx, id, { progress: row.progress + rows.length })
      return rows.at(-1)?.n
    })
    if (last === undefined) return
    after = last
    work.pause()
  }
}

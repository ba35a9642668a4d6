import { type InterchangeKind, interchangeKinds } from '#contract/interchange.api.ts'
import { gatherNotes } from '#server/ingest/carry-notes.ts'
import { newBlobKey } from '#server/platform/blob/blobs.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import {
  inSnapshot,
  readEvents,
  readInvolved,
  readMemberships,
  readOgRelations,
  readOgs,
  readPersons,
  readRelations,
} from './export.queries.ts'
import type { FtmEntity } from './ftm-model.ts'
import { eventOut, type FtmExportContext, membershipOut, ogOut, personOut, relationOut } from './ftm-out.ts'
import { interchanges, readInstallation, type StoredExchange } from './interchange.queries.ts'
import { ogRelationOut } from './og-relation-out.ts'
import type { ExchangeWork } from './step.ts'

/**
 * Writes the export with the owner's present rights, from one snapshot; the file is discarded if the export was
 * cancelled meanwhile.
 */
export async function writeExport(owner: Ctx, row: StoredExchange, work: ExchangeWork): Promise<void> {
  const key = newBlobKey('interchange')
  const counts = new Map<InterchangeKind, number>()
  const { note, list } = gatherNotes()
  const saveState = (values: Partial<StoredExchange>) =>
    work.inStep(owner, ctx => interchanges.change(ctx, row.id, { state: 'running', ...values }))
  await saveState({})
  const size = await inSnapshot(owner, async ctx => {
    const out: FtmExportContext = { installation: await readInstallation(ctx), note }
    async function* lines(): AsyncGenerator<Uint8Array> {
      let progress = 0
      for (const kind of interchangeKinds) {
        if (!row.kinds.includes(kind)) continue
        counts.set(kind, 0)
        for await (const batch of entitiesOf(ctx, kind, row, out)) {
          yield Buffer.from(batch.map(each => `${JSON.stringify(each)}\n`).join(''))
          counts.set(kind, (counts.get(kind) ?? 0) + batch.length)
          progress += batch.length
          await saveState({ progress })
          work.pause()
        }
      }
    }
    return await ctx.blobs.put(key, lines())
  })
  const none = { new: 0, changed: 0, unchanged: 0, wrong: 0 }
  try {
    await saveState({
      state: 'done',
      file_key: key,
      size,
      counts: [...counts].map(([kind, total]) => ({ kind, total, ...none })),
      total: [...counts.values()].reduce((sum, count) => sum + count, 0),
      not_carried: list(),
    })
  } catch (error) {
    await owner.blobs.remove(key)
    throw error
  }
}

/** Exports a link only if the kinds of both its ends are exported. */
async function* entitiesOf(
  ctx: Ctx,
  kind: InterchangeKind,
  { kinds, ids }: StoredExchange,
  out: FtmExportContext,
): AsyncGenerator<FtmEntity[]> {
  const has = (...wanted: InterchangeKind[]) => wanted.every(each => kinds.includes(each))
  switch (kind) {
    case 'og':
      for await (const rows of readOgs(ctx, ids)) yield rows.map(({ category, ...row }) => ogOut(out, row, category))
      return
    case 'person':
      for await (const rows of readPersons(ctx, ids)) yield rows.map(row => personOut(out, row))
      return
    case 'event':
      for await (const rows of readEvents(ctx, ids)) {
        const eventIds = rows.map(row => row.id)
        const none = new Map<number, number[]>()
        const ogs = has('og') ? await readInvolved(ctx, 'og', eventIds, ids) : none
        const persons = has('person') ? await readInvolved(ctx, 'person', eventIds, ids) : none
        yield rows.map(row => eventOut(out, row, { ogs: ogs.get(row.id) ?? [], persons: persons.get(row.id) ?? [] }))
      }
      return
    case 'membership':
      if (!has('og', 'person')) return
      for await (const rows of readMemberships(ctx, ids)) yield rows.map(row => membershipOut(out, row))
      return
    case 'relation':
      if (!has('person')) return
      for await (const rows of readRelations(ctx, ids)) yield rows.map(row => relationOut(out, row))
      return
    case 'og_relation':
      if (!has('og')) return
      for await (const rows of readOgRelations(ctx, kinds.includes('person') ? ids : { ...ids, person: [] }))
        yield rows.map(row => ogRelationOut(out.installation, row))
      return
    default:
      kind satisfies never
  }
}

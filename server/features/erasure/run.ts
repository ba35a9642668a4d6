import { queueErased } from '#server/core/outgoing.queries.ts'
import { audit } from '#server/platform/audit.ts'
import { removeReleasedFiles } from '#server/platform/blob/removed-files.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import type { ErasureAdapters, RemovedRecords } from './erasure.adapter.ts'
import { changeErasure, type ErasureChoice, findErasure, type StoredErasure } from './erasure.queries.ts'
import { findLinked } from './linked.queries.ts'
import { auditIds, blankLinked, blankPassages, findPassages } from './passage.queries.ts'
import {
  allowTime,
  clearAuditContents,
  countAuditEntries,
  countPersonRows,
  findBorne,
  removePersonRows,
} from './person.queries.ts'
import { blank, blankNames, countNames, countPointers, removePointers, renewSearch } from './sweep.queries.ts'

/** Counts the data about the person, so that an administrator can decide. Removes nothing. */
export function countErasure(ctx: Ctx, adapters: ErasureAdapters, id: number): Promise<void> {
  return inTransaction(ctx, async ctx => {
    await allowTime(ctx)
    const row = await findErasure(ctx, id)
    if (row?.state !== 'counting') return
    const parts = []
    for (const { name, choices, find } of adapters) {
      const { count, items } = await find(ctx, row)
      if (count > 0) parts.push({ name, choices: [...choices], count, items })
    }
    const found = await countNames(ctx, row)
    const borne = await findBorne(ctx, row)
    const names = row.names.map(name => {
      const places = found.get(name) ?? []
      return {
        name,
        is_safe: isLong(name) && !borne.has(name),
        count: places.reduce((sum, each) => sum + each.count, 0),
        places,
      }
    })
    const rows = [...(await countPersonRows(ctx, row.ids)), ...(await countPointers(ctx, row.ids))]
    const safe = names.filter(each => each.is_safe).map(each => each.name)
    const linked = await findLinked(ctx, row.ids)
    const { items: passages, more, certain } = await findPassages(ctx, { ...row, safe, linked })
    const history = await countAuditEntries(ctx, row.ids)
    // Counting takes long: if the erasure was cancelled or restarted meanwhile, its result is dropped.
    const now = await findErasure(ctx, id, { lock: true })
    if (now?.state !== 'counting' || now.rev !== row.rev) return
    await changeErasure(ctx, id, { state: 'ready', plan: { parts, names, certain, passages, more, history, rows } })
  })
}

/** A name of two Chinese characters, or of one word, is too likely to be another person's name too. */
function isLong(name: string): boolean {
  if (/[\u3400-\u9fff\uf900-\ufaff]/.test(name)) return [...name].length >= 3
  return name.length >= 8 && /\S\s+\S/.test(name)
}

type ErasureStep = {
  name: string
  run: (ctx: Ctx, row: StoredErasure) => Promise<{ counts: Record<string, number>; gone?: RemovedRecords }>
}

function stepsOf(adapters: ErasureAdapters): ErasureStep[] {
  const choiceOf = ({ choice }: StoredErasure) => choice as ErasureChoice
  return [
    // This step comes first, while links still show which records are about the person.
    {
      name: 'linked',
      run: async (ctx, row) => ({ counts: await blankLinked(ctx, choiceOf(row).safe, choiceOf(row).linked) }),
    },
    {
      name: 'passages',
      run: async (ctx, row) => {
        const { passages } = choiceOf(row)
        const left = 'parts' in row.plan ? row.plan.passages.length + row.plan.more - passages.length : 0
        const counts = await blankPassages(ctx, row.names, passages)
        return { counts: { ...counts, passages_blanked: passages.length, passages_left: left } }
      },
    },
    ...adapters.map(adapter => ({
      name: adapter.name,
      run: (ctx: Ctx, row: StoredErasure) => {
        const decision = (row.choice as ErasureChoice).choices[adapter.name] ?? {
          act: adapter.choices[0] ?? '',
          except: [],
        }
        return adapter.erase(ctx, row, decision)
      },
    })),
    { name: 'person', run: async (ctx, { ids }) => ({ counts: await removePersonRows(ctx, ids) }) },
    { name: 'pointers', run: async (ctx, { ids }) => ({ counts: await removePointers(ctx, ids) }) },
    { name: 'names', run: async (ctx, row) => ({ counts: await blankNames(ctx, choiceOf(row).names) }) },
    { name: 'search', run: async (ctx, row) => ({ counts: { search_entry: await renewSearch(ctx, row.names) } }) },
  ]
}

/** Runs the erasure step by step; each step is atomic. After a kill it continues with the step that it was in. */
export async function runErasure(ctx: Ctx, adapters: ErasureAdapters, id: number, signal?: AbortSignal): Promise<void> {
  for (const step of stepsOf(adapters)) {
    await inTransaction(ctx, async ctx => {
      await allowTime(ctx)
      const row = await findErasure(ctx, id, { lock: true })
      if (row?.state !== 'running' || row.steps.includes(step.name)) return
      const { counts, gone } = await step.run(ctx, row)
      const choice = row.choice as ErasureChoice
      await changeErasure(ctx, id, {
        counts: sumCounts(row.counts, counts),
        steps: [...row.steps, step.name],
        ...(gone && gone.ids.length > 0 && { choice: { ...choice, gone: [...choice.gone, gone] } }),
      })
    })
    signal?.throwIfAborted()
  }
  // The erasure does not finish while one of its files still exists.
  await removeReleasedFiles(ctx)
  await inTransaction(ctx, ctx => finish(ctx, id))
}

/** Several steps may change the same place. */
function sumCounts(before: Record<string, number>, more: Record<string, number>): Record<string, number> {
  const sums = { ...before }
  for (const [place, count] of Object.entries(more)) sums[place] = (sums[place] ?? 0) + count
  return sums
}

/**
 * The audit log is emptied last, together with the tombstone that records it; then the erasure itself forgets the
 * names.
 */
async function finish(ctx: Ctx, id: number): Promise<void> {
  await allowTime(ctx)
  const row = await findErasure(ctx, id, { lock: true })
  if (row?.state !== 'running') return
  const { names, gone, safe, linked, passages } = row.choice as ErasureChoice
  const { count, ...entries } = await clearAuditContents(ctx, id, {
    records: [{ noun: 'person', ids: row.ids }, ...gone],
    names,
    safe,
    linked,
    decided: { names: row.names, audit: auditIds(passages, 'audit'), history: auditIds(passages, 'history') },
    blank,
  })
  const counts = { ...row.counts, trail: count }
  for (const { noun, ids } of [{ noun: 'person', ids: row.ids }, ...gone]) await queueErased(ctx, noun, ids)
  await audit(ctx, {
    act: 'erase',
    noun: 'person',
    recordId: row.person_id,
    reason: row.reason,
    detail: { erasure: row.id, by: row.username, ids: row.ids, counts, entries },
  })
  await changeErasure(ctx, id, {
    state: 'done',
    counts,
    names: [],
    plan: {},
    choice: {},
    done_at: ctx.now().toISOString(),
  })
}

/** The reason with the person's names blanked. */
export function withoutNames(text: string, names: readonly string[]): string {
  return [...names]
    .sort((a, b) => b.length - a.length)
    .reduce(
      (rest, name) => rest.replaceAll(new RegExp(name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi'), blank),
      text,
    )
}

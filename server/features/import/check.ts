import type { LinkedName } from '#contract/import.api.ts'
import { insertDiffering, removeEarlier } from '#server/features/import_choice/import_choice.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { readDateColumns } from './date-columns.ts'
import { drafter } from './draft.ts'
import type { ImportAdapter, ImportAdapters } from './import.adapter.ts'
import { imports, type StoredImport } from './import.queries.ts'
import { countLeftOut, countVerdicts, findRowsAfter, saveJudged } from './job.queries.ts'
import { judge } from './judge.ts'
import { emptyEarlierRows } from './match.ts'
import { gatherProblems } from './problems.ts'
import type { ImportWork } from './step.ts'

const batchRows = 1_000
const maxListedNames = 50
const maxListedLinks = 500
/** Most names for which suggestions are computed. */
const suggestUpTo = 200

/** Dry run: computes for each row the effect of a run, and writes no record. An interrupted dry run begins again. */
export async function checkRows(
  ctx: Ctx,
  adapters: ImportAdapters,
  row: StoredImport,
  work: ImportWork,
): Promise<void> {
  const adapter = adapters[row.noun]
  const of = { import_id: row.id }
  const seen = emptyEarlierRows()
  const missing = new Map<string, Map<string, string>>()
  const links = new Map<string, LinkedName>()
  const dates = await readDateColumns(ctx, adapter, row)
  const draftOf = drafter(adapter, { ...row, dates }, ctx.locale)
  const gathered = gatherProblems(ctx.locale)
  let done = 0
  for (let after = 0; ; ) {
    const rows = await findRowsAfter(ctx, row.id, after, batchRows)
    if (rows.length === 0) break
    const drafts = rows.map(draftOf)
    for (const draft of drafts) gathered.add(draft)
    const result = await judge(ctx, adapter, row.plan, drafts, seen, { lock: false })
    for (const { noun, name } of result.missing) {
      const names = missing.get(noun) ?? new Map<string, string>()
      missing.set(noun, names.set(name.normalize('NFKC').toLowerCase(), name))
    }
    for (const link of result.linked) {
      const known = links.get(link.name)
      if (known) known.count += 1
      else links.set(link.name, { ...link, count: 1, suggestions: [] })
    }
    done += rows.length
    after = rows.at(-1)?.n ?? after
    await work.inStep(ctx, async ctx => {
      await saveJudged(ctx, row.id, result.judged, false)
      const differing = result.judged.flatMap(({ n, differing = [] }) => differing.map(each => ({ n, ...each })))
      await insertDiffering(ctx, of, { step: work.step.step, noun: row.noun }, differing)
      await imports.change(ctx, row.id, { progress: done })
    })
    work.pause()
  }
  const creates = [...missing].map(([noun, names]) => ({
    noun,
    count: names.size,
    names: [...names.values()].slice(0, maxListedNames),
  }))
  const suggested = await withSuggestions(ctx, adapter, [...links.values()])
  await work.inStep(ctx, async ctx => {
    await removeEarlier(ctx, of, work.step.step)
    const counts = await countVerdicts(ctx, row.id)
    const left_out = await countLeftOut(ctx, row.id)
    await imports.change(ctx, row.id, {
      ...{ state: 'checked', counts, left_out, creates, links: suggested, dates },
      problems: gathered.problems(),
    })
  })
}

/** Sorts unmatched names first, then by frequency; adds suggestions to the unmatched names. */
async function withSuggestions(ctx: Ctx, adapter: ImportAdapter, all: LinkedName[]): Promise<LinkedName[]> {
  const isOpen = (link: LinkedName) => link.how === 'none'
  const ordered = all
    .sort((a, b) => Number(isOpen(b)) - Number(isOpen(a)) || b.count - a.count)
    .slice(0, maxListedLinks)
  const names = ordered
    .filter(isOpen)
    .slice(0, suggestUpTo)
    .map(link => link.name)
  const found = (await adapter.suggest?.(ctx, names)) ?? new Map<string, LinkedName['suggestions']>()
  return ordered.map(link => ({ ...link, suggestions: found.get(link.name) ?? [] }))
}

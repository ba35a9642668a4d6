import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { changeImport, countVerdicts, findRowsAfter, lockStep, saveJudged } from './job-queries.ts'
import { judge } from './judge.ts'
import type { ImportKits } from './kit.ts'
import { nothingSeen } from './match.ts'
import type { StoredImport } from './queries.ts'
import { Stopped, type Work } from './step.ts'

const batchRows = 1_000
const namesTold = 50

/** The dry run: says of each row what a run would do, and writes no record. Cut short, it begins again. */
export async function checkRows(ctx: Ctx, kits: ImportKits, row: StoredImport, work: Work): Promise<void> {
  const kit = kits[row.noun]
  const seen = nothingSeen()
  const missing = new Map<string, Map<string, string>>()
  let done = 0
  for (let after = 0; ; ) {
    const rows = await findRowsAfter(ctx, row.id, after, batchRows)
    if (rows.length === 0) break
    const result = await judge(ctx, kit, row.plan, rows, seen, { lock: false })
    for (const { noun, name } of result.missing) {
      const names = missing.get(noun) ?? new Map<string, string>()
      missing.set(noun, names.set(name.normalize('NFKC').toLowerCase(), name))
    }
    done += rows.length
    after = rows.at(-1)?.n ?? after
    await inTransaction(ctx, async ctx => {
      if (!(await lockStep(ctx, work.step, 'checking'))) throw new Stopped()
      await saveJudged(ctx, row.id, result.judged, false)
      await changeImport(ctx, row.id, { progress: done })
    })
    work.pause()
  }
  const creates = [...missing].map(([noun, names]) => ({
    noun,
    count: names.size,
    names: [...names.values()].slice(0, namesTold),
  }))
  await inTransaction(ctx, async ctx => {
    if (!(await lockStep(ctx, work.step, 'checking'))) throw new Stopped()
    await changeImport(ctx, row.id, { state: 'checked', counts: await countVerdicts(ctx, row.id), creates })
  })
}

import { triedRounds } from '#contract/diff-trial.ts'
import type { Received, Reply } from '#contract/endpoint.ts'
import type * as contract from '#contract/volatile.api.ts'
import { writableOg } from '#server/features/site/site.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { countActivePages, findRoundDiffs } from './judge.queries.ts'
import { judgeRound } from './judge.ts'
import type { PlaceDecision } from './judge-volatile.ts'
import { checkReviewable, needDiff } from './need.ts'
import type { RoundDiff } from './round-diff.ts'
import { rowsMissing, rowsOf } from './rows.ts'
import {
  addDecision,
  findJudgedRounds,
  findPlaceDecisions,
  findPlaceHistory,
  findShownPlace,
} from './volatile.queries.ts'

type Effect = Reply<typeof contract.ignorePlace>

/** Differences judged for it; older rounds are left out beyond. */
const triedDiffs = 20_000
const mostExamples = 5

/** Decides that the place which a difference shows first never counts, or tries that on stored rounds. */
export async function ignorePlace(
  ctx: Ctx,
  id: number,
  { scope, is_trial }: Received<typeof contract.ignorePlace>['body'],
): Promise<Effect> {
  await checkReviewable(ctx, id)
  const diff = await needDiff(ctx, id)
  await writableOg(ctx, diff.og.id)
  const shown = await findShownPlace(ctx, diff.og.id, id)
  if (!shown) throw new AppError('no_place')
  const decision = { place: shown.place, page_id: scope === 'page' ? diff.page.id : null, state: 'confirmed' as const }
  const effect = await tryDecision(ctx, diff.og.id, decision)
  if (!is_trial)
    await inTransaction(ctx, async ctx => {
      await addDecision(ctx, diff.og.id, { ...decision, round: diff.round, sample: shown.sample })
      await addJob(ctx.db, 'judge_diffs', { og_id: diff.og.id }, { key: `judge_diffs ${diff.og.id}` })
    })
  return effect
}

/** Judges the newest rounds with and without a decision, and compares their rows. */
async function tryDecision(ctx: Ctx, ogId: number, decision: PlaceDecision): Promise<Effect> {
  const effect: Effect = { rounds: 0, rows_before: 0, rows_after: 0, important: 0, examples: [] }
  const present = await findPlaceDecisions(ctx, ogId)
  const others = present.filter(each => each.place !== decision.place || each.page_id !== decision.page_id)
  let judged = 0
  for (const round of await findJudgedRounds(ctx, ogId, triedRounds)) {
    const diffs = await findRoundDiffs(ctx, ogId, round)
    judged += diffs.length
    if (judged > triedDiffs && effect.rounds > 0) break
    const history = await findPlaceHistory(ctx, ogId, round)
    const pages = await countActivePages(ctx, ogId, round)
    const rows = (decisions: PlaceDecision[]) => rowsOf(judgeRound(diffs, { pages, history, decisions }).diffs)
    const [before, after] = [rows(present), rows([...others, decision])]
    effect.rounds += 1
    effect.rows_before += before.length
    effect.rows_after += after.length
    const byId = new Map(diffs.map(each => [each.id, each]))
    for (const { ids } of rowsMissing(before, after)) noteMissing(effect, ids, byId)
  }
  return effect
}

function noteMissing(effect: Effect, ids: readonly number[], byId: ReadonlyMap<number, RoundDiff>): void {
  const diffs = ids.flatMap(id => byId.get(id) ?? [])
  if (diffs.some(({ status }) => status === 'important')) effect.important += 1
  const [line] = diffs.flatMap(({ excerpt }) => excerpt ?? [])
  if (line && effect.examples.length < mostExamples) effect.examples.push(line)
}

import type { DiffRow } from '#contract/diff.api.ts'
import type { evidenceEntities, ReportBody } from '#contract/report-body.ts'
import { editors } from '#contract/role.ts'
import { cutText } from '#contract/text.ts'
import { getDiff } from '#server/features/diff/diff.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { linkedOf } from '../body.ts'
import { type EvidenceProof, findDiffProofs, findUploadProofs, findVersionProofs } from './evidence.queries.ts'
import type { ChangedText, ChangePiece } from './evidence-lines.ts'
import { clean, type Proof } from './export-tree.ts'

type CitedEntity = (typeof evidenceEntities)[number]

/** Limits for differences of one report that are shown with both texts. */
const diffsAtMost = 20
const changesAtMost = 8
/** A file shows less, but from around the first change. */
const charsAtMost = 20_000

const finders: Partial<Record<CitedEntity, (ctx: Ctx, ids: readonly number[]) => Promise<EvidenceProof[]>>> = {
  page_version: findVersionProofs,
  upload: findUploadProofs,
  diff: findDiffProofs,
}

/**
 * Data of the evidence in a text as stored, by the key of each node. `same` does not depend on the reader, so that a
 * number means the same piece of evidence to all; times and changes are included only if the reader may read them.
 */
export async function readProofs(ctx: Ctx, stored: ReportBody): Promise<Map<string, Proof>> {
  const cited = linkedOf(stored).flatMap(({ type, attrs: { key, noun, id } }) =>
    type === 'evidence' && id !== null ? [{ key, noun: noun as CitedEntity, id }] : [],
  )
  const found = new Map<string, Omit<Proof, 'same'>>()
  for (const [noun, list] of Map.groupBy(cited, each => each.noun)) {
    const ids = [...new Set(list.map(each => each.id))]
    for (const { id, seen_at, hash } of (await finders[noun]?.(ctx, ids)) ?? [])
      found.set(`${noun} ${id}`, { seen_at, ...(hash !== null && { hash }) })
  }
  // Both texts of a page are shown only to users who may read pages; others see what the writer quoted.
  const diffs = cited.filter(each => each.noun === 'diff' && found.has(`diff ${each.id}`))
  if (editors.includes(ctx.actor.role))
    for (const id of [...new Set(diffs.map(each => each.id))].slice(0, diffsAtMost)) {
      const key = `diff ${id}`
      found.set(key, { ...found.get(key), ...(await readChanges(ctx, id)) })
    }
  return new Map(cited.map(({ key, noun, id }) => [key, { same: `${noun} ${id}`, ...found.get(`${noun} ${id}`) }]))
}

/** A difference whose texts are lost is cited without them; the report is exported all the same. */
async function readChanges(ctx: Ctx, id: number): Promise<Pick<Proof, 'changes' | 'more'>> {
  try {
    const { comparison } = await getDiff(ctx, id, 0)
    const all = comparison.rows.filter(({ kind }) => kind === 'added' || kind === 'removed' || kind === 'changed')
    // The page's own content comes before its menus.
    const main = all.filter(row => row.part === 'main')
    const rows = main.length > 0 ? main : all
    return { changes: rows.slice(0, changesAtMost).map(changeOf), more: Math.max(0, rows.length - changesAtMost) }
  } catch (error) {
    ctx.log.warn({ err: error, id }, 'report: texts of a cited difference unreadable')
    return {}
  }
}

function changeOf({ before, after }: DiffRow): ChangedText {
  return { before: before && piecesOf(before, 'removed'), after: after && piecesOf(after, 'added') }
}

/** The words of one side, cut at a limit. */
function piecesOf({ text, runs }: NonNullable<DiffRow['before']>, changed: 'added' | 'removed'): ChangePiece[] {
  const all = runs.length > 0 ? runs.filter(run => run.op === 'same' || run.op === changed) : [{ op: changed, text }]
  const pieces: ChangePiece[] = []
  let room = charsAtMost
  for (const run of all) {
    if (room <= 0) break
    const words = cutText(clean(run.text), room)
    room -= run.text.length
    pieces.push({ text: words, is_changed: run.op === changed })
  }
  return pieces
}

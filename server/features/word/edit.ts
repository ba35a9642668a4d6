import type { Received } from '#contract/endpoint.ts'
import type { ListPage } from '#contract/wire.ts'
import type * as contract from '#contract/word.api.ts'
import type { Word, WordQuery } from '#contract/word.api.ts'
import { changesOf, writeHistory } from '#server/core/history.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { wordKey } from './normalise.ts'
import { rescanSoon } from './rescan-job.ts'
import {
  findWord,
  findWords,
  insertWord,
  lockWord,
  lockWords,
  patchWord,
  patchWords,
  removeWords,
  type WordRow,
} from './word.queries.ts'

const fields = ['word', 'kind', 'category', 'level', 'enabled', 'note'] as const

/** Every user who sees the list may change it: the roles of the endpoints are the whole rule. */
const forReader = (row: WordRow): Word => ({ ...row, can: ['update', 'delete'] })

export async function listWords(ctx: Ctx, query: WordQuery): Promise<ListPage<Word>> {
  const page = await findWords(ctx, query)
  return { ...page, items: page.items.map(forReader) }
}

export async function getWord(ctx: Ctx, id: number): Promise<Word> {
  const word = await findWord(ctx, id)
  if (!word) throw new AppError('not_found')
  return forReader(word)
}

function keyOf(word: string): string {
  const key = wordKey(word)
  if (!key) throw fieldError('word', 'word_empty')
  return key
}

export function createWord(ctx: Ctx, input: Received<typeof contract.createWord>['body']): Promise<Word> {
  return inTransaction(ctx, async ctx => {
    const word = await insertWord(ctx, { ...blankToNull(input), word: input.word, key: keyOf(input.word) })
    await writeHistory(ctx, 'word', 'create', [{ id: word.id, rev: word.rev, changes: changesOf(fields, {}, word) }])
    await rescanSoon(ctx)
    return await getWord(ctx, word.id)
  })
}

/** Turns blank texts into null. */
function blankToNull<T extends { category?: string | null | undefined; note?: string | null | undefined }>(
  input: T,
): T {
  return {
    ...input,
    ...(input.category !== undefined && { category: input.category || null }),
    ...(input.note !== undefined && { note: input.note || null }),
  }
}

export function updateWord(
  ctx: Ctx,
  id: number,
  { rev, ...patch }: Received<typeof contract.updateWord>['body'],
): Promise<Word> {
  return inTransaction(ctx, async ctx => {
    const before = await lockWord(ctx, id)
    if (!before) throw new AppError('not_found')
    if (rev !== undefined && rev !== before.rev) throw new AppError('stale', {}, { data: await getWord(ctx, id) })
    const values = blankToNull(patch)
    const changes = changesOf(fields, before, { ...before, ...values })
    if (changes.length === 0) return await getWord(ctx, id)
    const key = patch.word === undefined ? {} : { key: keyOf(patch.word) }
    const after = await patchWord(ctx, before, { ...values, ...key })
    await writeHistory(ctx, 'word', 'update', [{ id, rev: after.rev, changes }])
    await rescanSoon(ctx)
    return await getWord(ctx, id)
  })
}

export function deleteWord(ctx: Ctx, id: number): Promise<null> {
  return inTransaction(ctx, async ctx => {
    const word = await lockWord(ctx, id)
    if (!word) throw new AppError('not_found')
    await removeWords(ctx, [id])
    await writeHistory(ctx, 'word', 'delete', [{ id, rev: word.rev + 1, changes: changesOf(fields, word, {}) }])
    await rescanSoon(ctx)
    return null
  })
}

export function bulkWord(ctx: Ctx, input: Received<typeof contract.bulkWord>['body']): Promise<{ done: number }> {
  return inTransaction(ctx, async ctx => {
    const { act, ids, filter, expected } = input
    if (!ids && (!filter || expected === undefined)) throw fieldError('ids', 'required')
    const patch = blankToNull(input.patch ?? {})
    if (act === 'update' && Object.keys(patch).length === 0) throw fieldError('patch', 'required')
    const words = await lockWords(ctx, ids ?? filter ?? {})
    if (!ids && words.length !== expected)
      throw new AppError('count_changed', { count: words.length }, { data: { count: words.length } })
    const changed = words
      .map(word => ({
        id: word.id,
        rev: word.rev + 1,
        changes: act === 'delete' ? changesOf(fields, word, {}) : changesOf(fields, word, { ...word, ...patch }),
      }))
      .filter(word => word.changes.length > 0)
    const changedIds = changed.map(word => word.id)
    if (act === 'delete') await removeWords(ctx, changedIds)
    else await patchWords(ctx, changedIds, patch)
    await writeHistory(ctx, 'word', act, changed)
    if (changed.length > 0) await rescanSoon(ctx)
    return { done: words.length }
  })
}

// A change of the words that is tried before it is saved.
import type { Received } from '#contract/endpoint.ts'
import type { tryWordChange } from '#contract/word.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { findWordsOf, readAllWords } from './change.queries.ts'
import type { EnabledWord } from './dictionary.queries.ts'
import { buildDictionary, type Dictionary } from './dictionary.ts'
import { wordKey } from './normalise.ts'
import type { KnownWord } from './paste.queries.ts'
import { readPasted } from './paste.ts'

type Change = Received<typeof tryWordChange>['body']
type TriedWord = Pick<KnownWord, 'id' | 'word' | 'key' | 'kind' | 'level' | 'enabled'>

/** The enabled words without and with the change. Names are left out: the change does not concern them. */
export type WordTrial = {
  present: Dictionary
  proposed: Dictionary
  /**
   * The only words whose hits can change; null if texts without stored hits can change too, as with a new word or a
   * phrase.
   */
  only: number[] | null
}

export async function openWordTrial(ctx: Ctx, change: Change): Promise<WordTrial> {
  const words = await readAllWords(ctx)
  const proposed = await changeWords(ctx, words, change)
  const before = new Map(words.filter(isEnabled).map(word => [word.id, word]))
  const after = new Map(proposed.filter(isEnabled).map(word => [word.id, word]))
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    id => comparable(before.get(id)) !== comparable(after.get(id)),
  )
  const isKnown = (id: number) => {
    const [old, now] = [before.get(id), after.get(id)]
    return old?.kind === 'word' && (now === undefined || (now.kind === 'word' && now.key === old.key))
  }
  return {
    present: buildDictionary(0, [...before.values()], [], []),
    proposed: buildDictionary(0, [...after.values()], [], []),
    only: changed.every(isKnown) ? changed : null,
  }
}

const isEnabled = ({ enabled }: TriedWord) => enabled
const comparable = (word: TriedWord | undefined) => word && `${word.kind} ${word.level} ${word.key}`

async function changeWords(ctx: Ctx, words: readonly KnownWord[], change: Change): Promise<TriedWord[]> {
  if (change.word) return changeOne(words, change.word)
  if (change.bulk) return await changeMany(ctx, words, change.bulk)
  return change.paste ? await addPasted(words, change.paste) : [...words]
}

function changeOne(words: readonly TriedWord[], { id, ...values }: NonNullable<Change['word']>): TriedWord[] {
  const before = words.find(word => word.id === id)
  if (id !== undefined && !before) throw new AppError('not_found')
  if (!before && values.word === undefined) throw fieldError('word', 'required')
  const text = values.word ?? before?.word ?? ''
  const key = wordKey(text)
  if (!key) throw fieldError('word', 'word_empty')
  if (words.some(word => word.key === key && word.id !== id)) throw new AppError('duplicate', { value: text })
  const { level, kind, enabled } = { ...newWord, ...before, ...definedOf(values) }
  return [...words.filter(word => word !== before), { id: id ?? newId, word: text, key, level, kind, enabled }]
}

const newId = 0
const newWord = { kind: 'word' as EnabledWord['kind'], level: 2, enabled: true }

function definedOf({ level, kind, enabled }: Partial<TriedWord>): Partial<TriedWord> {
  return {
    ...(level !== undefined && { level }),
    ...(kind !== undefined && { kind }),
    ...(enabled !== undefined && { enabled }),
  }
}

async function changeMany(
  ctx: Ctx,
  words: readonly TriedWord[],
  { act, ids, filter, expected, patch = {} }: NonNullable<Change['bulk']>,
): Promise<TriedWord[]> {
  if (!ids && (!filter || expected === undefined)) throw fieldError('ids', 'required')
  const chosen = new Set(ids ?? (await findWordsOf(ctx, filter ?? {})))
  if (!ids && chosen.size !== expected)
    throw new AppError('count_changed', { count: chosen.size }, { data: { count: chosen.size } })
  if (act === 'delete') return words.filter(({ id }) => !chosen.has(id))
  return words.map(word => (chosen.has(word.id) ? { ...word, ...definedOf(patch) } : word))
}

async function addPasted(words: readonly KnownWord[], input: NonNullable<Change['paste']>): Promise<TriedWord[]> {
  const known = new Map(words.map(word => [word.key, word]))
  const { added, updated } = await readPasted(input, known)
  const changed = new Map(updated.map(({ before, after }) => [before.id, after]))
  return [
    ...words.map(word => ({ ...word, ...definedOf(changed.get(word.id) ?? {}) })),
    // Stored ids are positive.
    ...added.map(({ word, key, kind, level }, at) => ({ id: -1 - at, word, key, kind, level, enabled: true })),
  ]
}

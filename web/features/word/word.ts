import type { Reply } from '#contract/endpoint.ts'
import {
  bulkWord,
  createWord,
  deleteWord,
  loadStartingWords,
  pasteWords,
  updateWord,
  type Word,
} from '#contract/word.api.ts'
import { type CallInput, call } from '#web/platform/api.ts'
import { translate } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { refresh, showError } from '#web/platform/query.ts'
import type { BulkResult, BulkTarget } from '#web/ui/list/list-config.ts'
import { wordMessages } from './messages.ts'

export { NoWords } from './no-words.tsx'

export async function saveNewWord(body: CallInput<typeof createWord>['body']): Promise<Word> {
  const made = await call(createWord, { body })
  await refresh('word')
  return made
}

export async function saveWord(id: number, body: CallInput<typeof updateWord>['body']): Promise<Word> {
  const saved = await call(updateWord, { params: { id }, body })
  await refresh('word')
  return saved
}

export async function removeWord({ id, word }: Word): Promise<void> {
  try {
    await call(deleteWord, { params: { id } })
    notifySuccess(translate(wordMessages)('deletedNamed', { name: word }))
  } catch (error) {
    showError(error)
  }
  await refresh('word', 'page', 'diff')
}

/** Turns a word on or off at once. */
export async function turnWord({ id, word, rev }: Word, enabled: boolean): Promise<void> {
  try {
    await call(updateWord, { params: { id }, body: { enabled, rev } })
    notifySuccess(translate(wordMessages)(enabled ? 'turnedOn' : 'turnedOff', { name: word }))
  } catch (error) {
    showError(error)
  }
  await refresh('word')
}

/** Loads the words that come with the product, in both languages. */
export async function loadStarting(): Promise<void> {
  try {
    const loaded = await call(loadStartingWords, { body: {} })
    notifySuccess(translate(wordMessages)('startingLoaded', loaded))
  } catch (error) {
    showError(error)
  }
  await refresh('word')
}

type BulkBody = CallInput<typeof bulkWord>['body']
export type WordPatch = NonNullable<BulkBody['patch']>

export async function bulkWords(body: Pick<BulkBody, 'act' | 'patch'>, target: BulkTarget): Promise<BulkResult> {
  const { done } = await call(bulkWord, { body: { ...body, ...(target as object) } })
  await refresh('word')
  return { done, refused: 0 }
}

export type PasteResult = Reply<typeof pasteWords>
export type PasteInput = CallInput<typeof pasteWords>['body']

/** Most characters per request; Chinese text has three times as many bytes. */
const partChars = 250_000

/** Sends a long list in parts, cut between lines. Reported line numbers refer to the whole list. */
export async function sendPaste(
  input: PasteInput,
  options: { signal?: AbortSignal; onPart?: (done: number, total: number) => void } = {},
): Promise<PasteResult> {
  const parts = wordPartsOf(input.text)
  const sum: PasteResult = { added: 0, updated: 0, kept: 0, invalid: 0, lines: [] }
  for (const [at, part] of parts.entries()) {
    const got = await call(pasteWords, { body: { ...input, text: part.text } }, { signal: options.signal })
    for (const count of ['added', 'updated', 'kept', 'invalid'] as const) sum[count] += got[count]
    sum.lines.push(...got.lines.map(line => ({ ...line, line: line.line + part.firstLine })))
    options.onPart?.(at + 1, parts.length)
  }
  return { ...sum, lines: sum.lines.slice(0, 200) }
}

export function wordPartsOf(text: string): { text: string; firstLine: number }[] {
  const parts: { text: string; firstLine: number }[] = []
  let firstLine = 0
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + partChars)
    const lineEnd = text.lastIndexOf('\n', to)
    if (to < text.length && lineEnd > from) to = lineEnd + 1
    const part = text.slice(from, to)
    parts.push({ text: part, firstLine })
    firstLine += part.split('\n').length - 1
    from = to
  }
  return parts
}

// Builds search entries from texts. It runs in a worker thread, so that only this thread holds the dictionary of words.
import { randomUUID } from 'node:crypto'
import type { SearchEntity } from '#contract/search.api.ts'
import { cutText } from '#contract/text.ts'
import { longestTitle } from './entry-size.ts'
import { type NameRow, nameColumns, nameRows, numberKeys } from './names.ts'
import { latinNames } from './sound.ts'
import { Stems } from './stem.ts'
import { type CutEntry, cutEntry, type IndexedText, vectorOf } from './vector.ts'

/** Content of a record or a version from which its entry is built. */
type EntryText = IndexedText & { is_newest: boolean }
/** The columns built from it. */
export type MadeEntry = {
  title: string
  aliases: string[]
  names: string
  sounds: string
  words: string
  name_rows: NameRow[]
}

/**
 * Two steps: `cut` splits texts into words and returns those without a known stem; `make` receives these stems and
 * builds the entries.
 */
export type EntryTask =
  | { kind: 'cut'; noun: SearchEntity; written: readonly EntryText[] }
  | { kind: 'make'; id: string; stems: readonly (readonly [word: string, stem: string])[] }
export type EntryResult = { id: string; unknown: string[] } | { made: MadeEntry[] }

const sentences: readonly SearchEntity[] = ['event', 'page', 'report']
const mostSpelt = 30
const mostAliases = 50
/** With more cut batches than this, the caller of the oldest has given up. */
const mostWaiting = 4

type PendingTexts = { noun: SearchEntity; written: readonly EntryText[]; cuts: CutEntry[] }
const waiting = new Map<string, PendingTexts>()
const stems = new Stems()

export function doEntryTask(task: EntryTask): EntryResult {
  return task.kind === 'cut' ? cut(task) : make(task)
}

function cut({ noun, written }: EntryTask & { kind: 'cut' }): EntryResult {
  const cuts = written.map(({ names, ...rest }) =>
    // Latin letters find names in other scripts too, by any of their words.
    cutEntry({ ...rest, names: [...names, ...names.slice(0, mostSpelt).flatMap(latinNames)] }),
  )
  const id = randomUUID()
  waiting.set(id, { noun, written, cuts })
  for (const old of waiting.keys()) if (waiting.size > mostWaiting) waiting.delete(old)
  return { id, unknown: stems.unknown(cuts.flatMap(each => [...each.words.keys()])) }
}

function make({ id, stems: learnt }: EntryTask & { kind: 'make' }): EntryResult {
  const found = waiting.get(id)
  if (!found) throw new Error('the thread that segmented these entries has ended')
  waiting.delete(id)
  stems.learn(learnt)
  return { made: found.written.map((each, n) => entryOf(found.noun, each, found.cuts[n]!)) }
}

function entryOf(noun: SearchEntity, { names, numbers = [], is_newest }: EntryText, cut: CutEntry): MadeEntry {
  const named = is_newest ? nameRows(names, { isSentence: sentences.includes(noun) }) : []
  const rows = [...named, ...numberKeys(numbers).map(key => ({ kind: 'identifier' as const, key }))]
  return {
    ...nameColumns(names, rows),
    title: cutText(names[0] ?? '', longestTitle),
    aliases: names.slice(1, mostAliases),
    words: vectorOf(cut, word => stems.of(word)),
    name_rows: rows,
  }
}

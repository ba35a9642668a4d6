import type { SearchNoun } from '#contract/search.ts'
import { cutText, cutUnits } from '#contract/text.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type NameRow, nameColumns, nameRows, numberKeys } from './names.ts'
import { latinNames } from './sound.ts'
import { longestTitle, mostChars, type Source } from './source-queries.ts'
import { stemsOf } from './stem-queries.ts'
import { type CutEntry, cutEntry, vectorOf } from './vector.ts'

/** An entry as it is written; who may read it is added by the statement that writes it. */
export type Entry = Omit<Source, 'names' | 'text' | 'numbers' | 'ogs' | 'persons'> & {
  title: string
  aliases: string[]
  names: string
  sounds: string
  body: string
  words: string
  name_rows: NameRow[]
}

const sentences: readonly SearchNoun[] = ['event', 'page', 'report']
const letGoEveryMs = 15
const mostSpelt = 30

export async function entriesOf(ctx: Ctx, noun: SearchNoun, sources: readonly Source[]): Promise<Entry[]> {
  const cuts: CutEntry[] = []
  let since = performance.now()
  for (const source of sources) {
    // Whoever types Latin letters means names of other scripts too, by any of their words.
    const names = [...source.names, ...source.names.slice(0, mostSpelt).flatMap(latinNames)]
    cuts.push(cutEntry({ ...source, names, text: cutUnits(source.text, mostChars), at: new Date(source.at) }))
    // Other work of the process comes between.
    if (performance.now() - since > letGoEveryMs) {
      await new Promise(setImmediate)
      since = performance.now()
    }
  }
  const words = cuts.flatMap(cut =>
    [...cut.names, ...cut.text].filter(term => term.kind === 'word').map(term => term.text),
  )
  const stem = await stemsOf(ctx, words)
  return sources.map((source, n) => {
    const { names, text, numbers = [], ogs: _ogs, persons: _persons, ...rest } = source
    const named = source.is_newest ? nameRows(names, { isSentence: sentences.includes(noun) }) : []
    const rows = [...named, ...numberKeys(numbers).map(key => ({ kind: 'identifier' as const, key }))]
    return {
      ...rest,
      ...nameColumns(names, rows),
      title: cutText(names[0] ?? '', longestTitle),
      aliases: names.slice(1, 50),
      body: cutUnits(text, mostChars).normalize('NFC'),
      words: vectorOf(cuts[n]!, stem),
      name_rows: rows,
    }
  })
}

import { setImmediate } from 'node:timers/promises'
import { openDictionary } from '#server/features/word/word.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { type Findings, writeFindings } from './finding-queries.ts'
import { findOldScans, lockForScan } from './read-queries.ts'
import { findPartsAfter, type TextPart } from './text-queries.ts'

/** Sensitive words and names of records in a text: the monitor's own pass. */
export async function searchParts(
  ctx: Ctx,
  parts: Iterable<TextPart> | AsyncIterable<TextPart>,
): Promise<{ version: number; findings: Findings }> {
  const dictionary = await openDictionary(ctx, 0)
  const sums = new Map<string, { count: number }>()
  const findings: Findings = { words: [], mentions: [] }
  for await (const { number, text } of parts) {
    for (const { kind, id, start, end } of dictionary.find(text)) {
      const known = sums.get(`${kind} ${id}`)
      if (known) {
        known.count += 1
        continue
      }
      const sum = { id, count: 1, part: number }
      sums.set(`${kind} ${id}`, sum)
      if (kind === 'word') findings.words.push(sum)
      else findings.mentions.push(Object.assign(sum, { noun: kind, name: text.slice(start, end) }))
    }
    // A long text leaves room for the worker's other jobs.
    await setImmediate()
  }
  return { version: dictionary.version, findings }
}

const portion = 50

/** Searches again some texts that were searched with an older dictionary; false when none is left. */
export async function rescanPortion(ctx: Ctx): Promise<boolean> {
  const dictionary = await openDictionary(ctx, 0)
  const ids = await findOldScans(ctx, dictionary.version, portion)
  let done = 0
  for (const id of ids) if (await rescan(ctx, id, dictionary.version)) done += 1
  return done > 0
}

function rescan(ctx: Ctx, id: number, dictionary: number): Promise<boolean> {
  return inTransaction(ctx, async ctx => {
    if (!(await lockForScan(ctx, id, dictionary))) return false
    const { version, findings } = await searchParts(ctx, partsOf(ctx, id))
    await writeFindings(ctx, id, version, findings)
    return true
  })
}

async function* partsOf(ctx: Ctx, id: number): AsyncGenerator<TextPart> {
  for (let number = -1; ; ) {
    const parts = await findPartsAfter(ctx, id, number, 20)
    yield* parts
    const last = parts.at(-1)
    if (!last) return
    number = last.number
  }
}

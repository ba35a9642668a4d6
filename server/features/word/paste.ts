import type { Received, Reply } from '#contract/endpoint.ts'
import type { pasteWords as Paste } from '#contract/word.api.ts'
import { changesOf, writeHistory } from '#server/core/history.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { inPieces } from '#server/platform/process/yield-to-event-loop.ts'
import { findByKeys, insertPasted, type KnownWord, type PastedWord, updatePasted } from './paste.queries.ts'
import { type LineOutcome, linesAtOnce, type PastedLine, readLines } from './paste-lines.ts'
import { rescanSoon } from './rescan-job.ts'

type Input = Received<typeof Paste>['body']
type SortedLines = {
  added: PastedWord[]
  updated: { before: KnownWord; after: PastedWord }[]
  outcomes: (LineOutcome | undefined)[]
}

const maxReportedLines = 200
const fields = ['kind', 'category', 'level', 'note'] as const

/** Adds a list of words; a dry run only reports the outcome of each line. */
export function pasteWords(ctx: Ctx, input: Input): Promise<Reply<typeof Paste>> {
  return inTransaction(ctx, async ctx => {
    const lines = await readLines(input.text)
    const keys = [...new Set(lines.flatMap(line => (line.fault ? [] : [line.key])))]
    const sorted = await sortLines(lines, await lockKnownWords(ctx, keys, !input.dry_run), input)
    if (!input.dry_run) await write(ctx, sorted)
    return toReply(lines, sorted)
  })
}

/** The words that a list would add and update; nothing is written. */
export async function readPasted(
  input: Omit<Input, 'dry_run'>,
  known: Map<string, KnownWord>,
): Promise<Pick<SortedLines, 'added' | 'updated'>> {
  return await sortLines(await readLines(input.text), known, { ...input, dry_run: true })
}

async function lockKnownWords(ctx: Ctx, keys: string[], lock: boolean): Promise<Map<string, KnownWord>> {
  const known = new Map<string, KnownWord>()
  // All users lock the words in the same order: two users who paste the same list wait for each other and do not
  // deadlock.
  for await (const piece of inPieces(keys.sort(), linesAtOnce))
    for (const [key, word] of await findByKeys(ctx, piece, lock)) known.set(key, word)
  return known
}

async function sortLines(lines: PastedLine[], known: Map<string, KnownWord>, input: Input): Promise<SortedLines> {
  const sorted: SortedLines = { added: [], updated: [], outcomes: [] }
  const seen = new Set<string>()
  const sortLine = (line: PastedLine) => {
    const before = known.get(line.key)
    let outcome: LineOutcome | undefined = line.fault
    if (!outcome && seen.has(line.key)) outcome = 'repeated'
    else if (!outcome) {
      seen.add(line.key)
      const after = wordOf(line, before, input)
      if (!before) sorted.added.push(after)
      else {
        const isChanged = input.existing === 'update' && changesOf(fields, before, after).length > 0
        outcome = isChanged ? 'updated' : 'existing'
        if (isChanged) sorted.updated.push({ before, after })
      }
    }
    sorted.outcomes.push(outcome)
  }
  for await (const piece of inPieces(lines, linesAtOnce)) for (const line of piece) sortLine(line)
  return sorted
}

/** A value comes from the line, else from the form, else from the existing word. */
function wordOf(line: PastedLine, before: KnownWord | undefined, input: Input): PastedWord {
  return {
    word: line.word,
    key: line.key,
    kind: input.kind,
    category: line.category ?? input.category ?? before?.category ?? null,
    level: line.level ?? input.level ?? before?.level ?? 2,
    note: line.note ?? before?.note ?? null,
  }
}

/** Adds the words that do not exist yet, and returns their number; the keys must be distinct. */
export async function addAbsent(ctx: Ctx, words: PastedWord[]): Promise<number> {
  const columns = ['word', ...fields] as const
  let count = 0
  for await (const piece of inPieces(words, linesAtOnce)) {
    const made = await insertPasted(ctx, piece)
    const records = made.map(word => ({ id: word.id, rev: word.rev, changes: changesOf(columns, {}, word) }))
    await writeHistory(ctx, 'word', 'create', records)
    count += made.length
  }
  if (count > 0) await rescanSoon(ctx)
  return count
}

async function write(ctx: Ctx, { added, updated }: SortedLines): Promise<void> {
  await addAbsent(ctx, added)
  for await (const words of inPieces(updated, linesAtOnce)) {
    await updatePasted(
      ctx,
      words.map(({ before, after }) => ({ ...after, id: before.id })),
    )
    const records = words.map(({ before, after }) => ({
      id: before.id,
      rev: before.rev + 1,
      changes: changesOf(fields, before, after),
    }))
    await writeHistory(ctx, 'word', 'update', records)
  }
  if (updated.length > 0) await rescanSoon(ctx)
}

function toReply(lines: PastedLine[], { added, updated, outcomes }: SortedLines): Reply<typeof Paste> {
  const reported = lines.flatMap(({ line, text }, at) => {
    const outcome = outcomes[at]
    return outcome ? [{ line, text, outcome }] : []
  })
  const count = (...of: LineOutcome[]) => outcomes.filter(outcome => outcome && of.includes(outcome)).length
  return {
    added: added.length,
    updated: updated.length,
    kept: count('existing', 'repeated'),
    invalid: count('empty', 'too_long', 'bad_level'),
    lines: reported.slice(0, maxReportedLines),
  }
}

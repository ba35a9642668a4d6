import type { MentionedRecord } from '#contract/mention.api.ts'
import type { TextMark } from '#contract/page.api.ts'
import { editors } from '#contract/role.ts'
import { type Dictionary, type DictionaryMatch, openDictionary } from '#server/features/word/word.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { namedKey } from './gather.ts'
import { judgeStored } from './judge.ts'
import { readStoredOf, type StoredMention } from './read.queries.ts'
import { weighNames } from './weigh.ts'

/** The source of a text: its stored names and decisions apply. */
export type TextOf = { page: number; versions: readonly number[]; site: number } | { upload: number }

/**
 * The marks in each text as this reader may see them: words only for editors and above, names only of readable records,
 * each with its certainty in the whole text. A name that a user has rejected is not marked; `names` contains it.
 */
export async function marksIn(
  ctx: Ctx,
  texts: readonly string[],
  of?: TextOf,
): Promise<{ marks: TextMark[][]; names: MentionedRecord[] }> {
  const dictionary = await openDictionary(ctx, 0)
  const found = texts.map(text => dictionary.find(text))
  const names = await namesIn(ctx, texts, found, of)
  return { marks: toMarks(ctx, dictionary, found, names), names }
}

async function namesIn(
  ctx: Ctx,
  texts: readonly string[],
  found: readonly (readonly DictionaryMatch[])[],
  of: TextOf | undefined,
): Promise<MentionedRecord[]> {
  const foundKeys = new Set(found.flat().flatMap(each => (each.kind === 'word' ? [] : `${each.kind} ${each.id}`)))
  if (foundKeys.size === 0) return []
  const rows = new Map<string, StoredMention>()
  for (const row of await storedOf(ctx, of))
    if (row.evidence && foundKeys.has(namedKey(row)) && !rows.has(namedKey(row))) rows.set(namedKey(row), row)
  const unstored = found.map(list => list.filter(({ kind, id }) => !rows.has(`${kind} ${id}`)))
  if (unstored.some(list => list.some(({ kind }) => kind !== 'word')))
    // All names are weighed, because each may be evidence for another.
    for (const [key, { evidence }] of await weighNames(ctx, {
      texts,
      found,
      site: of && 'site' in of ? of.site : undefined,
    }))
      if (!rows.has(key)) rows.set(key, { ...refOf(key), evidence, version: null, place: textLocationOf(of) })
  return (await judgeStored(ctx, [...rows.values()])).map(
    ({ noun, id, name, eng_name, certainty, reasons, verdict, decided_by, decided_at, can_decide, about }) => ({
      noun,
      id,
      name,
      ...(eng_name && { eng_name }),
      certainty,
      reasons,
      verdict,
      decided_by,
      decided_at,
      can_decide: can_decide && of !== undefined,
      about,
    }),
  )
}

async function storedOf(ctx: Ctx, of: TextOf | undefined): Promise<StoredMention[]> {
  if (!of) return []
  if ('upload' in of) return await readStoredOf(ctx, of)
  const all: StoredMention[] = []
  for (const version of of.versions) all.push(...(await readStoredOf(ctx, { version })))
  return all
}

function textLocationOf(of: TextOf | undefined): StoredMention['place'] {
  if (!of) return null
  return 'upload' in of ? { upload: of.upload } : { page: of.page }
}

function refOf(key: string): Pick<StoredMention, 'noun' | 'id'> {
  const [noun, id] = key.split(' ')
  return { noun: noun as StoredMention['noun'], id: Number(id) }
}

function toMarks(
  ctx: Ctx,
  dictionary: Dictionary,
  found: readonly (readonly DictionaryMatch[])[],
  names: readonly MentionedRecord[],
): TextMark[][] {
  const seesWords = editors.includes(ctx.actor.role)
  const known = new Map(names.map(name => [namedKey(name), name]))
  return found.map(list =>
    list.flatMap((each): TextMark[] => {
      if (each.kind === 'word') return seesWords ? [{ ...each, name: dictionary.wordOf(each.id) }] : []
      const named = known.get(`${each.kind} ${each.id}`)
      if (!named || named.verdict === 'rejected') return []
      return [{ ...each, name: named.name, certainty: named.certainty }]
    }),
  )
}

const mostMarks = 5_000

/** The first marks of one text. */
export async function tryWords(ctx: Ctx, text: string): Promise<{ marks: TextMark[]; cut: boolean }> {
  const [marks = []] = (await marksIn(ctx, [text])).marks
  return { marks: marks.slice(0, mostMarks), cut: marks.length > mostMarks }
}

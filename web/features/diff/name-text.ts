import type { MentionedRecord } from '#contract/mention.api.ts'

/** A part of a text from `at`, with the record that it names. */
export type NamedText = { at: number; text: string; named?: Pick<MentionedRecord, 'noun' | 'id'> }

/** Splits a text at the names of records; of names that overlap, the longer one counts. */
export function splitNames(text: string, names: readonly Pick<MentionedRecord, 'noun' | 'id' | 'name'>[]): NamedText[] {
  const known = names.filter(({ name }) => name !== '').toSorted((a, b) => b.name.length - a.name.length)
  const parts: NamedText[] = []
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const named = known.find(({ name }) => text.startsWith(name, at))
    if (!named) continue
    if (at > from) parts.push({ at: from, text: text.slice(from, at) })
    parts.push({ at, text: named.name, named })
    from = at + named.name.length
    at = from - 1
  }
  if (from < text.length) parts.push({ at: from, text: text.slice(from) })
  return parts
}

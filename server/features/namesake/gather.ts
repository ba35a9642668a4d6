// Collects the evidence in a text about the records that it names.
import { cutStart, cutText } from '#contract/text.ts'
import { type DictionaryMatch, wordKey } from '#server/features/word/word.service.ts'
import { isCommonName, weightOfOgName } from './common.ts'
import type { NamedEntity, NameEvidence, NameFact } from './evidence.ts'
import type { ContextTerm } from './terms.ts'

/** The known data of a record that a text may name. */
export type NameCandidate = {
  noun: NamedEntity
  id: number
  name: string
  /** Words that are evidence for the record. */
  terms: readonly ContextTerm[]
  /** Records linked to it: organisations of a person, persons of an organisation, related persons. */
  tied: readonly { noun: NamedEntity; id: number }[]
}
/** A text in pieces (blocks, parts), with the names found in each, and the organisation whose site it is on. */
export type NamesIn = {
  texts: readonly string[]
  found: readonly (readonly DictionaryMatch[])[]
  site?: number | undefined
}

export const namedKey = ({ noun, id }: { noun: NamedEntity; id: number }) => `${noun} ${id}`

type NameSpan = { at: number; start: number; end: number; offset: number }

/** Characters on either side of a name that count as near it. */
const nearbyChars = 160
/** The most occurrences of a name that are examined; further ones on the same page add nothing. */
const mostPlaces = 30
const mostWholeChars = 200_000

type NameWeight = (keys: readonly string[], isOwnSite: boolean) => Pick<NameEvidence, 'base' | 'isCommon'>

/** How much the name alone proves, before other facts count. */
const nameWeight: Record<NamedEntity, NameWeight> = {
  og: (keys, isOwnSite) => ({ base: Math.max(isOwnSite ? 5 : 0, ...keys.map(weightOfOgName)), isCommon: false }),
  person: keys => ({ base: 0, isCommon: keys.every(isCommonName) }),
}

/** The fact that a linked record is named near the name, or elsewhere in the text. */
const ties: Record<NamedEntity, Record<'near' | 'onPage', Pick<NameFact, 'code' | 'points'>>> = {
  og: { near: { code: 'with_og', points: 3 }, onPage: { code: 'og_on_page', points: 1 } },
  person: { near: { code: 'with_person', points: 2 }, onPage: { code: 'person_on_page', points: 1 } },
}

export function gather(
  { texts, found, site }: NamesIn,
  known: ReadonlyMap<string, NameCandidate>,
): Map<string, NameEvidence> {
  const offsets: number[] = []
  let length = 0
  for (const text of texts) {
    offsets.push(length)
    length += text.length + 1
  }
  const places = new Map<string, NameSpan[]>()
  const bearers = new Map<string, string[]>()
  for (const [at, list] of found.entries())
    for (const { kind, id, start, end } of list) {
      if (kind === 'word') continue
      const key = `${kind} ${id}`
      const offset = offsets[at]! + start
      push(places, key, { at, start, end, offset })
      push(bearers, `${offset} ${end - start}`, key)
    }
  const rivals = rivalsOf(bearers)
  let folded: string | undefined
  const whole = () => {
    // units: only compared
    folded ??= wordKey(texts.join('\n').slice(0, mostWholeChars))
    return folded
  }
  const all = new Map<string, NameEvidence>()
  for (const [key, here] of places) {
    const record = known.get(key)
    if (record) all.set(key, evidenceOf(record, here, rivals.get(key) ?? new Set()))
  }
  return all

  function evidenceOf(record: NameCandidate, here: readonly NameSpan[], others: ReadonlySet<string>): NameEvidence {
    const keys = [
      ...new Set(here.slice(0, mostPlaces).map(({ at, start, end }) => wordKey(texts[at]!.slice(start, end)))),
    ]
    const isOwnSite = record.noun === 'og' && record.id === site
    const own: NameFact[] = isOwnSite ? [{ code: 'own_site', points: 5 }] : []
    const facts = [...own, ...tiedFacts(record, here), ...termFacts(record, here, keys)]
    return {
      ...nameWeight[record.noun](keys, isOwnSite),
      facts,
      rivals: [...others].map(other => refOf(other)),
    }
  }

  /** Linked records that the text names too, and the organisation of the site. */
  function tiedFacts({ tied }: NameCandidate, here: readonly NameSpan[]): NameFact[] {
    return tied.flatMap((of): NameFact[] => {
      if (of.noun === 'og' && of.id === site)
        return [{ code: 'own_site', points: 2, value: known.get(namedKey(of))?.name, of }]
      const there = places.get(namedKey(of))
      if (!there) return []
      const value = known.get(namedKey(of))?.name ?? textOf(there[0]!)
      const tie = ties[of.noun]
      return [{ ...(isNear(here, there) ? tie.near : tie.onPage), value, of }]
    })
  }

  function termFacts({ terms }: NameCandidate, here: readonly NameSpan[], keys: readonly string[]): NameFact[] {
    if (terms.length === 0) return []
    const nearby = here.slice(0, mostPlaces).map(place => wordsNear(place))
    return terms.flatMap(({ key, code, value, near, page, of }): NameFact[] => {
      // A word that is the name itself, or part of it, is not evidence.
      if (keys.some(name => name.includes(key))) return []
      if (nearby.some(text => containsWord(text, key))) return [{ code, points: near, value, ...(of && { of }) }]
      if (page > 0 && containsWord(whole(), key))
        return [{ code: code === 'with_og' ? 'og_on_page' : code, points: page, value, ...(of && { of }) }]
      return []
    })
  }

  /** The words around an occurrence, across the borders of its piece, in the compared form, without the name itself. */
  function wordsNear({ at, start, end }: NameSpan): string {
    const text = texts[at]!
    let left = text.slice(0, start).slice(-nearbyChars)
    for (let n = at - 1; n >= 0 && left.length < nearbyChars; n -= 1)
      left = `${texts[n]!.slice(left.length - nearbyChars)}\n${left}`
    let right = text.slice(end, end + nearbyChars)
    for (let n = at + 1; n < texts.length && right.length < nearbyChars; n += 1)
      right = `${right}\n${texts[n]!.slice(0, nearbyChars - right.length)}`
    return `${wordKey(left.toWellFormed())}\n${wordKey(right.toWellFormed())}`
  }

  function textOf({ at, start, end }: NameSpan): string {
    return texts[at]!.slice(start, end)
  }
}

function push<V>(map: Map<string, V[]>, key: string, value: V): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

/** The other records with the same name at the same positions. */
function rivalsOf(bearers: ReadonlyMap<string, readonly string[]>): Map<string, Set<string>> {
  const rivals = new Map<string, Set<string>>()
  for (const list of bearers.values()) {
    if (list.length < 2) continue
    for (const one of list) {
      const others = rivals.get(one) ?? new Set()
      rivals.set(one, others)
      for (const other of list) if (other !== one && others.size < 50) others.add(other)
    }
  }
  return rivals
}

function refOf(key: string): { noun: NamedEntity; id: number } {
  const [noun, id] = key.split(' ')
  return { noun: noun as NamedEntity, id: Number(id) }
}

/** Whether an occurrence of one is near an occurrence of the other; both lists are in the order of the text. */
function isNear(here: readonly NameSpan[], there: readonly NameSpan[]): boolean {
  let n = 0
  for (const { offset, start, end } of here) {
    while (n < there.length && there[n]!.offset + (there[n]!.end - there[n]!.start) < offset - nearbyChars) n += 1
    const next = there[n]
    if (next && next.offset <= offset + (end - start) + nearbyChars) return true
  }
  return false
}

const letter = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u

/** Whether a text contains a word; letters and digits do not match inside longer words. */
export function containsWord(text: string, word: string): boolean {
  const [isOpen, isShut] = [letter.test(cutText(word, 1)), letter.test(cutStart(word, 1))]
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const isApart =
      !(isOpen && letter.test(text.slice(at - 1, at))) &&
      !(isShut && letter.test(text.slice(at + word.length, at + word.length + 1)))
    if (isApart) return true
  }
  return false
}

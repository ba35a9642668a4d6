import { type AliasNoteRead, notesOf } from '#contract/alias.ts'
import type { DangerLevel } from '#contract/entities/og.schema.ts'
import { type IdentifierRead, tidyIdentifiers } from '#contract/identifier.api.ts'
import { foldIdentifier, identifierKey } from '#contract/identifier-key.ts'
import { schemeOf } from '#contract/identifier-scheme.ts'
import type { ListEntry } from '#contract/list.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import type { Screening, ScreeningApplied } from '#contract/screening.api.ts'
import { identifiersOf } from '#server/features/interchange/interchange.service.ts'
import type { PartyRow } from './party.queries.ts'
import { partyOfEntry } from './party.ts'

const sanctionedLevel: DangerLevel = '受制裁'
const longestAlias = 200
const mostAliases = 50
const mostNumbers = 100
const noteKinds = { previousName: 'former', weakAlias: 'weak' } as const

type ProposedEntry = Pick<ListEntry, 'id' | 'key' | 'schema' | 'properties'>

const fold = (name: string) => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/**
 * Whether being this entry can make a party sanctioned: an entry of a team's own list can; a list of wanted persons or
 * a restriction of some dealings does not.
 */
export const blocks = ({ list, restriction }: Pick<Screening, 'list' | 'restriction'>) =>
  list.kind === 'own' || restriction === 'blocking'

/** Values that the entry has and the record lacks, up to the record's limits. */
export function propose(record: PartyRow, entry: ProposedEntry, isBlocking: boolean): ScreeningApplied {
  const { noun, names, aliases, identifiers, danger_level } = record
  return {
    level: isBlocking && noun === 'og' && danger_level !== sanctionedLevel ? danger_level : null,
    names: newNames([...names, ...aliases], entry).slice(0, Math.max(0, mostAliases - aliases.length)),
    numbers: newNumbers(noun, identifiers, entry).slice(0, Math.max(0, mostNumbers - identifiers.length)),
  }
}

function newNames(known: readonly string[], entry: ProposedEntry): string[] {
  const seen = new Set(known.map(fold))
  return partyOfEntry(entry)
    .names.map(({ text }) => text.replace(/\s+/g, ' ').trim())
    .filter(text => {
      const key = fold(text)
      if (key === '' || text.length > longestAlias || seen.has(key)) return false
      seen.add(key)
      return true
    })
}

/**
 * A number that the record has with another country or date is not new. A scheme that allows one number gets no second,
 * contradicting one.
 */
function newNumbers(noun: PartyEntity, known: readonly IdentifierRead[], entry: ProposedEntry): IdentifierRead[] {
  const keyOf = ({ scheme, value }: Pick<IdentifierRead, 'scheme' | 'value'>) => `${scheme}:${foldIdentifier(value)}`
  const seen = new Set(known.map(keyOf))
  const schemes = new Set(known.map(({ scheme }) => scheme))
  const numbers = identifiersOf(noun, { ...entry, id: entry.key })
  return (tidyIdentifiers(numbers as Parameters<typeof tidyIdentifiers>[0]) as IdentifierRead[]).filter(number => {
    if (number.value.length > longestAlias || seen.has(keyOf(number))) return false
    if (schemeOf(number.scheme)?.isOnly && schemes.has(number.scheme)) return false
    schemes.add(number.scheme)
    return true
  })
}

/** The part of the proposal that the user selected. */
export function chosenOf(
  proposal: ScreeningApplied,
  apply: { level: boolean; names: readonly string[]; numbers: readonly string[] },
): ScreeningApplied {
  return {
    level: apply.level ? proposal.level : null,
    names: proposal.names.filter(name => apply.names.includes(name)),
    numbers: proposal.numbers.filter(number => apply.numbers.includes(identifierKey(number))),
  }
}

/** The change of a record for the selected values; undefined if there is none. */
export function patchOf(record: PartyRow, entry: ProposedEntry, { level, names, numbers }: ScreeningApplied) {
  const aliases = [...record.aliases, ...names]
  const patch = {
    ...(level !== null && { danger_level: sanctionedLevel }),
    ...(names.length > 0 && { aliases, alias_notes: notesOf([...record.alias_notes, ...kindsOf(entry)], aliases) }),
    ...(numbers.length > 0 && { identifiers: [...record.identifiers, ...numbers] }),
  }
  return Object.keys(patch).length > 0 ? patch : undefined
}

const kindsOf = ({ properties }: ProposedEntry): AliasNoteRead[] =>
  Object.entries(noteKinds).flatMap(([property, kind]) =>
    (properties[property] ?? []).map(alias => ({ alias: alias.replace(/\s+/g, ' ').trim(), kind, lang: null })),
  )

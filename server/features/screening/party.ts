import type { ComparedParty } from '#contract/screening.api.ts'
import { type Party, type PartyName, partyOfFtm } from '#server/name/name.ts'
import type { EntryRow, PartyRow, ScreenedFields } from './party.queries.ts'

const partyKinds = { og: 'organisation', person: 'person' } as const

/**
 * Converts a record for the comparison. It must read only fields of `screened_fields`: a change of any other field
 * would not trigger a comparison.
 */
export function partyOfRecord(record: ScreenedFields & Pick<PartyRow, 'noun'>): Party {
  const { noun, names, aliases, alias_notes, date, region, sex, identifiers } = record
  const weak = new Set(alias_notes.filter(({ kind }) => kind === 'weak').map(({ alias }) => alias))
  return {
    kind: partyKinds[noun],
    names: [
      ...names.map((text): PartyName => ({ text, strength: 'primary' })),
      ...aliases.map((text): PartyName => ({ text, strength: weak.has(text) ? 'weak' : 'alias' })),
    ],
    dates: date === null ? [] : [date],
    countries: region === null ? [] : [region],
    sex: sex === 'male' || sex === 'female' ? sex : undefined,
    numbers: identifiers.map(({ scheme, value }) => ({ scheme, value })),
  }
}

export const partyOfEntry = ({ schema, properties }: EntryRow): Party => partyOfFtm(schema, properties)

/** Values of a party that are stored with a pair, sorted, so that changes can be reported field by field. */
export function comparedParty(party: Party): ComparedParty {
  const sorted = (texts: readonly string[] = []) => [...new Set(texts)].sort()
  const numbers = [...(party.numbers ?? [])].sort((a, b) =>
    `${a.scheme} ${a.value}` < `${b.scheme} ${b.value}` ? -1 : 1,
  )
  return {
    names: sorted(party.names.map(({ text }) => text)),
    dates: sorted(party.dates),
    countries: sorted(party.countries?.map(code => code.toUpperCase())),
    sex: party.sex ?? null,
    numbers: numbers.map(({ scheme, value }) => ({ scheme, value })),
  }
}

type ComparedParties = { party: ComparedParty; entry_party: ComparedParty }

/** Independent of the order of keys, which the database changes. */
const textOf = (value: ComparedParty[keyof ComparedParty]) =>
  JSON.stringify(
    Array.isArray(value) ? value.map(each => (typeof each === 'string' ? each : [each.scheme, each.value])) : value,
  )

/** Fields of both sides that have changed since the decision. */
export function changedFields(decided: ComparedParties, now: ComparedParties): string[] {
  const changed = (side: string, before: ComparedParty, after: ComparedParty) =>
    (Object.keys(after) as (keyof ComparedParty)[])
      .filter(field => textOf(before[field]) !== textOf(after[field]))
      .map(field => `${side}.${field}`)
  return [...changed('record', decided.party, now.party), ...changed('entry', decided.entry_party, now.entry_party)]
}

import type { ColumnMeaning } from '#contract/list-mapping.ts'
import { type ScreeningFileField, type ScreeningFilePlan, screeningFileLimits } from '#contract/screening_file.api.ts'
import { countChars } from '#contract/text.ts'
import { listOf, readDate } from '#server/features/import/import.service.ts'
import { readCountries } from '#server/ingest/columns/country-column.ts'
import type { DateContext } from '#server/ingest/columns/date-column.ts'
import { withoutRepeated } from '#server/ingest/columns/full-name.ts'
import { guessPartyColumns, meaningOf, readKind } from '#server/ingest/columns/party-columns.ts'
import type { Party } from '#server/name/name.ts'
import type { RowFault, RowNote } from './sentences.ts'

const fieldOf: Partial<Record<ColumnMeaning, ScreeningFileField>> = {
  ...{ name: 'name', first_name: 'name', last_name: 'name' },
  ...{ alias: 'alias', weak_alias: 'alias', former_name: 'alias' },
  ...{ kind: 'kind', birth_date: 'date', country: 'country', number: 'number' },
}

/** Guesses the field of each column by its heading. */
export function guessMapping(columns: readonly string[]): ScreeningFilePlan['mapping'] {
  const guessed = guessPartyColumns(columns).map(column => column?.means)
  // A column with the whole name needs no parts, unless it is one of two: `Name` and `Vorname`.
  const isWhole = guessed.includes('name') && guessed.includes('first_name') === guessed.includes('last_name')
  const mapping = guessed.map(means => {
    if (means === undefined || (isWhole && (means === 'first_name' || means === 'last_name'))) return null
    return fieldOf[means] ?? null
  })
  return columns.length === 1 && !mapping.includes('name') ? ['name'] : mapping
}

const kindOfWord: Readonly<Record<string, Party['kind']>> = {
  person: 'person',
  organisation: 'organisation',
  Vessel: 'vessel',
  Airplane: 'vessel',
}
const kinds = { person: 'person', organisation: 'organisation', any: 'unknown' } as const
const numberChars = 100

/** How dates are read, by the position of their column. */
export type DatesByColumn = Map<number, DateContext>

/** Converts a row to a party for the comparison; `notes`: values that are not understood and not compared. */
export function partyOfRow(
  plan: Pick<ScreeningFilePlan, 'mapping' | 'kind' | 'means'>,
  cells: readonly string[],
  dates: DatesByColumn = new Map(),
): { party: Party; name: string; notes: RowNote[] } {
  const within = (field: ScreeningFileField) =>
    plan.mapping
      .flatMap((each, at) => (each === field ? [{ at, text: (cells[at] ?? '').trim() }] : []))
      .filter(({ text }) => text !== '')
  const of = (field: ScreeningFileField) => within(field).map(({ text }) => text)
  const notes: RowNote[] = []
  /** Reads all cells of a field; a cell that `reader` does not understand is noted. */
  const read = <T>(field: ScreeningFileField, reader: (text: string, at: number) => T | undefined): T[] =>
    within(field).flatMap(({ at, text }) => {
      const value = reader(text, at)
      if (value === undefined) notes.push({ code: `no_${field}`, value: text, at })
      return value === undefined ? [] : [value]
    })
  const name = withoutRepeated(of('name')).join(' ').replace(/\s+/gu, ' ')
  const { kind: ofKind, country: ofCountry } = plan.means ?? {}
  const isLeftOut = (text: string) => meaningOf(text, ofKind) === ''
  const [named] = read('kind', text => (isLeftOut(text) ? '' : kindOfWord[readKind(text, ofKind) ?? '']))
  const kind = named || kinds[plan.kind]
  const known = read('date', (text, at) => readDate(text, dates.get(at)))
  const countries = within('country').flatMap(({ at, text }) => {
    const { codes, unread } = readCountries(text)
    const meant = unread.flatMap(value => {
      const code = meaningOf(value, ofCountry)
      if (code === undefined) notes.push({ code: 'no_country', value, at })
      return code || []
    })
    return [...codes, ...meant]
  })
  const party: Party = {
    kind,
    names: [
      { text: name, strength: 'primary' },
      ...of('alias')
        .flatMap(listOf)
        .slice(0, 50)
        .map(text => ({ text, strength: 'alias' as const })),
    ],
    dates: known,
    countries,
    numbers: of('number')
      .flatMap(listOf)
      .filter(value => countChars(value) <= numberChars)
      .slice(0, 20)
      .map(value => ({ scheme: 'idNumber', value })),
  }
  return { party, name, notes }
}

/** The reason why a row cannot be compared at all. */
export function faultOf(name: string): RowFault | undefined {
  if (!/[\p{L}\p{N}]/u.test(name)) return 'no_name'
  return countChars(name) > screeningFileLimits.nameChars ? 'long_name' : undefined
}

import { readCountry } from '#server/ingest/columns/country-column.ts'
import { datesOf } from './dates.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Parses `10 Dec 1948`, `Dec 1948`, `circa 1951`, `1968 to 1970` into a date as precise as given. */
export function dateOf(text: string): string | undefined {
  const match = /^(?:circa\s+)?(?:(?:(\d{1,2})\s+)?([A-Z][a-z]{2})[a-z]*\s+)?(\d{4})\b/.exec(text.trim())
  if (!match) return undefined
  const month = match[2] ? months.indexOf(match[2].toLowerCase()) + 1 : 0
  const two = (value: number) => String(value).padStart(2, '0')
  if (month === 0) return match[3]
  return `${match[3]}-${two(month)}${match[1] ? `-${two(Number(match[1]))}` : ''}`
}

/** For a range, each year; for any other text the date at its beginning. */
const bornOn = (text: string): string | string[] | undefined => {
  const dates = datesOf(text)
  return dates.length > 0 ? dates : / to |between/i.test(text) ? undefined : dateOf(text)
}

type RemarkReader = {
  starts: RegExp
  property: string
  read?: (text: string) => string | readonly string[] | undefined
}

/** The number comes before its country and other remarks. */
const numberOf = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ ?\(.*$/, '')
    .replace(/ (issued|expires)\b.*$/, '')
    .trim() || undefined
/** Understands inverted names: `Korea, North` is North Korea. */
export const countryOf = (text: string) => readCountry(text) ?? readCountry(text.split(', ').toReversed().join(' '))

const readers: readonly RemarkReader[] = [
  { starts: /^DOB /, property: 'birthDate', read: bornOn },
  { starts: /^POB /, property: 'birthPlace' },
  { starts: /^nationality /, property: 'nationality', read: countryOf },
  { starts: /^citizen /, property: 'nationality', read: countryOf },
  { starts: /^Gender /, property: 'gender', read: text => text.toLowerCase() },
  { starts: /^Passport (No\. )?/, property: 'passportNumber', read: numberOf },
  {
    starts: /^(National ID|Cedula|Identification Number|Personal ID|C\.U\.R\.P\.)( No\.| #| Card)? ?/,
    property: 'idNumber',
    read: numberOf,
  },
  { starts: /^(Tax ID No\.|NIT #|RUC #|R\.F\.C\.|RIF #) /, property: 'taxNumber', read: numberOf },
  {
    starts:
      /^(Registration (Number|ID)|Commercial Registry Number|Company Number|Trade License No\.|Matricula Mercantil No|Folio Mercantil No\.|Business Registration Number|Public Registration Number) /,
    property: 'registrationNumber',
    read: numberOf,
  },
  { starts: /^SWIFT\/BIC /, property: 'swiftBic', read: numberOf },
  { starts: /^Website:? /, property: 'website', read: text => (/^https?:/i.test(text) ? text : `http://${text}`) },
  { starts: /^Email Address /, property: 'email' },
  { starts: /^(Tele)?[Pp]hone( Number|:)? /, property: 'phone' },
  { starts: /^Organization Established Date /, property: 'incorporationDate', read: dateOf },
  { starts: /^a\.k\.a\. /, property: 'weakAlias', read: text => text.replace(/^['‘"]|['’"]$/g, '') },
]

/** A number that states give to persons is, for an organisation, a registration number. */
const ofOthers: Readonly<Record<string, string>> = { idNumber: 'registrationNumber' }

type Properties = Record<string, string[]>

export function joinProperties(all: readonly Readonly<Properties>[]): Properties {
  const joined: Properties = {}
  for (const properties of all)
    for (const [name, values] of Object.entries(properties)) joined[name] = [...(joined[name] ?? []), ...values]
  return joined
}

/** Properties in one remark (`DOB 10 Dec 1948`, `Passport A-1 (Egypt)`); empty if it is none. */
export function readRemark(remark: string, isPerson: boolean): Properties {
  const text = remark.trim().replace(/^alt\. /, '')
  const reader = readers.find(each => each.starts.test(text))
  const content = reader && text.replace(reader.starts, '').trim()
  const value = content ? (reader.read ? reader.read(content) : content) : undefined
  if (!reader || !value || value.length === 0) return {}
  return { [isPerson ? reader.property : (ofOthers[reader.property] ?? reader.property)]: [value].flat() }
}

/** Properties in the remarks of an entry; the rest stays a remark. */
export function readRemarks(remarks: string, isPerson: boolean): { properties: Properties; rest: string[] } {
  const rest: string[] = []
  const parts = remarks
    .trim()
    .replace(/\.$/, '')
    .split(/;\s*/)
    .map(part => {
      const properties = readRemark(part, isPerson)
      if (Object.keys(properties).length === 0 && part.trim() !== '') rest.push(part.trim())
      return properties
    })
  return { properties: joinProperties(parts), rest }
}

/** Turns inverted names of persons: `ABBAS, Abu` becomes Abu Abbas, the usual form of names in records. */
export function reorderName(name: string, isPerson: boolean): string {
  const [last, first, ...more] = name.split(', ')
  return isPerson && first && more.length === 0 ? `${first} ${last}` : name
}

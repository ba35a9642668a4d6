import { regionOf } from '#server/features/import/import.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `10 Dec 1948`, `Dec 1948`, `circa 1951`, `1968 to 1970` as a date that is as exact as is known. */
export function dateOf(text: string): string | undefined {
  const match = /^(?:circa\s+)?(?:(?:(\d{1,2})\s+)?([A-Z][a-z]{2})[a-z]*\s+)?(\d{4})\b/.exec(text.trim())
  if (!match) return undefined
  const month = match[2] ? months.indexOf(match[2].toLowerCase()) + 1 : 0
  const two = (value: number) => String(value).padStart(2, '0')
  if (month === 0) return match[3]
  return `${match[3]}-${two(month)}${match[1] ? `-${two(Number(match[1]))}` : ''}`
}

type Reader = { starts: RegExp; property: string; read?: (text: string) => string | undefined }

/** A number stands before the country that gave it and other remarks. */
const numberOf = (text: string) =>
  text
    .replace(/\s*\(.*$/, '')
    .replace(/\s+(issued|expires)\b.*$/, '')
    .trim() || undefined
const country = (text: string) => regionOf(text) ?? regionOf(text.split(', ').toReversed().join(' '))

const readers: readonly Reader[] = [
  { starts: /^DOB /, property: 'birthDate', read: dateOf },
  { starts: /^POB /, property: 'birthPlace' },
  { starts: /^nationality /, property: 'nationality', read: country },
  { starts: /^citizen /, property: 'nationality', read: country },
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

/** Numbers that a state gives to persons are those of a register where an organisation has them. */
const ofOthers: Readonly<Record<string, string>> = { idNumber: 'registrationNumber' }

const add = (properties: Record<string, string[]>, name: string, value: string) => {
  properties[name] = [...(properties[name] ?? []), value]
}

/** What the remarks of an entry say, property by property; the rest stays a remark. */
export function readRemarks(
  remarks: string,
  isPerson: boolean,
): { properties: Record<string, string[]>; rest: string[] } {
  const properties: Record<string, string[]> = {}
  const rest: string[] = []
  for (const part of remarks.trim().replace(/\.$/, '').split(/;\s*/)) {
    const text = part.replace(/^alt\. /, '')
    const reader = readers.find(each => each.starts.test(text))
    const said = reader && text.replace(reader.starts, '').trim()
    const value = said ? (reader.read ? reader.read(said) : said) : undefined
    if (reader && value)
      add(properties, isPerson ? reader.property : (ofOthers[reader.property] ?? reader.property), value)
    else if (part.trim() !== '') rest.push(part.trim())
  }
  return { properties, rest }
}

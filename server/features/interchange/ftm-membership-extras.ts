import type { PropertyReader } from './property-reader.ts'

/** Fields of a membership that have no property in FollowTheMoney; `party` is the key of an entity. */
type MembershipExtras = { area: string | null; term: string | null; party: string | null }

const prefixes = { area: 'Area', term: 'Term', party: 'On behalf of' } as const
const names = Object.keys(prefixes) as (keyof MembershipExtras)[]

/** The fields as readable lines of a summary, which the import parses again. */
export function exportMembershipExtras(extras: MembershipExtras): string[] {
  return names.flatMap(name => (extras[name] === null ? [] : [`${prefixes[name]}: ${extras[name]}`]))
}

/** Reads the fields from properties of other formats, otherwise from lines of the summary. Reports all other lines. */
export function importMembershipExtras(reader: PropertyReader): MembershipExtras {
  const parsed: MembershipExtras = { area: null, term: null, party: null }
  const otherLines: string[] = []
  for (const line of reader.all('summary')) {
    const name = names.find(each => parsed[each] === null && line.startsWith(`${prefixes[each]}: `))
    if (name) parsed[name] = line.slice(prefixes[name].length + 2)
    else otherLines.push(line)
  }
  reader.reportUnmapped('summary', otherLines)
  const read = (name: keyof MembershipExtras, property: string) => reader.first(property) ?? parsed[name]
  const readShort = (name: 'area' | 'term') => {
    const text = read(name, name)
    if (text === null || text.length <= 200) return text
    reader.reportUnfit(name, [text])
    return null
  }
  return { area: readShort('area'), term: readShort('term'), party: read('party', 'onBehalfOf') }
}

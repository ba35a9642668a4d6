import type { PropertyReader } from './property-reader.ts'

/** Fields of a membership that have no property in FollowTheMoney; `party` is the key of an entity. */
type MembershipExtras = { area: string | null; term: string | null; party: string | null }

const lines = { area: 'Area', term: 'Term', party: 'On behalf of' } as const
const names = Object.keys(lines) as (keyof MembershipExtras)[]

/** Exports them as readable lines that the import can parse again. */
export function seatOut(seat: MembershipExtras): string[] {
  return names.flatMap(name => (seat[name] === null ? [] : [`${lines[name]}: ${seat[name]}`]))
}

/** Reads them from properties of other formats, otherwise from such lines; keeps other lines. */
export function seatIn(take: PropertyReader): MembershipExtras {
  const parsed: MembershipExtras = { area: null, term: null, party: null }
  const left: string[] = []
  for (const line of take.all('summary')) {
    const name = names.find(each => parsed[each] === null && line.startsWith(`${lines[each]}: `))
    if (name) parsed[name] = line.slice(lines[name].length + 2)
    else left.push(line)
  }
  take.left('summary', left)
  const own = (name: keyof MembershipExtras, property: string) => take.first(property) ?? parsed[name]
  const short = (name: 'area' | 'term') => {
    const text = own(name, name)
    if (text === null || text.length <= 200) return text
    take.unfit(name, [text])
    return null
  }
  return { area: short('area'), term: short('term'), party: own('party', 'onBehalfOf') }
}

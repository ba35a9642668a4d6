import type { Schema } from '@alephdata/followthemoney'
import { type RelationType, relationInverse } from '#contract/relation.ts'
import { PartialDate } from '#contract/wire.ts'
import type { Mapped } from './mapped.ts'
import type { Take } from './take.ts'

type Link = Pick<Mapped, 'kind' | 'values' | 'ends'>

const memberships: Record<string, [member: string, organisation: string]> = {
  Membership: ['member', 'organization'],
  Directorship: ['director', 'organization'],
  Employment: ['employee', 'employer'],
}

/** `to` is to `from` what the type says. */
const relations: Record<string, { from: string; to: string; word: string; usual: RelationType }> = {
  Family: { from: 'person', to: 'relative', word: 'relationship', usual: 'relative' },
  Associate: { from: 'person', to: 'associate', word: 'relationship', usual: 'associate' },
  Representation: { from: 'client', to: 'agent', word: 'role', usual: 'agent' },
  Succession: { from: 'predecessor', to: 'successor', word: 'role', usual: 'successor' },
  UnknownLink: { from: 'subject', to: 'object', word: 'role', usual: 'other' },
}

/** Words of families, as files have them. */
const words: Record<string, RelationType> = {
  mother: 'parent',
  father: 'parent',
  son: 'child',
  daughter: 'child',
  husband: 'spouse',
  wife: 'spouse',
  brother: 'sibling',
  sister: 'sibling',
}

/** A link's kind, ends and what is said of it; undefined where the schema is no link that we keep. */
export function endsOf(schema: Schema, take: Take): Link | undefined {
  const member = memberships[schema.name]
  if (member) {
    const [person, organisation] = member
    const ends = { person: one(take, person), og: one(take, organisation) }
    const role = short(take, 'role', 200) ?? null
    return { kind: 'membership', ends, values: { role, ...timesOf(take) } }
  }
  const relation = relations[schema.name]
  if (!relation) return undefined
  const { type, word } = typeOf(take, relation)
  const about = [word, ...take.all('description'), ...take.all('summary')].filter(Boolean).join('\n')
  if (about.length > 1000) take.unfit('description', [about])
  return {
    kind: 'relation',
    ends: { from: one(take, relation.from), to: one(take, relation.to) },
    values: { type, desc: about.length > 1000 ? null : about || null, ...timesOf(take) },
  }
}

const one = (take: Take, name: string) => [take.first(name) ?? '']

/** A word that names none of our types is kept in the description. */
function typeOf(take: Take, { word: name, usual }: (typeof relations)[string]) {
  const word = take.first(name)
  const key = word?.toLowerCase() ?? ''
  if (Object.hasOwn(relationInverse, key)) return { type: key as RelationType, word: undefined }
  if (Object.hasOwn(words, key)) return { type: words[key]!, word }
  return { type: usual, word }
}

function short(take: Take, name: string, max: number): string | undefined {
  const value = take.first(name)
  if (value === undefined || value.length <= max) return value
  take.unfit(name, [value])
  return undefined
}

function timesOf(take: Take) {
  const dateOf = (name: string, other?: string) => {
    const value = take.first(name) ?? (other && take.first(other))
    const parsed = PartialDate.safeParse(value?.slice(0, 10))
    if (value && !parsed.success) take.unfit(name, [value])
    return parsed.success ? parsed.data : null
  }
  return { start_time: dateOf('startDate', 'date'), end_time: dateOf('endDate') }
}

import type { Schema } from '@alephdata/followthemoney'
import { ogRelationTypes } from '#contract/og_relation.api.ts'
import { type RelationType, relationInverse } from '#contract/relation.api.ts'
import { readShare } from '#contract/share.ts'
import { PartialDate } from '#contract/wire.ts'
import { importMembershipExtras } from './ftm-membership-extras.ts'
import type { MappedEntity } from './mapped.ts'
import type { PropertyReader } from './property-reader.ts'

type Link = Pick<MappedEntity, 'kind' | 'values' | 'ends'>

const memberships: Record<string, [member: string, organisation: string]> = {
  Membership: ['member', 'organization'],
  Directorship: ['director', 'organization'],
  Employment: ['employee', 'employer'],
}

/** `type` is the role of `to` in relation to `from`. */
const relations: Record<string, { from: string; to: string; word: string; usual: RelationType }> = {
  Family: { from: 'person', to: 'relative', word: 'relationship', usual: 'relative' },
  Associate: { from: 'person', to: 'associate', word: 'relationship', usual: 'associate' },
  Representation: { from: 'client', to: 'agent', word: 'role', usual: 'agent' },
  Succession: { from: 'predecessor', to: 'successor', word: 'role', usual: 'successor' },
  UnknownLink: { from: 'subject', to: 'object', word: 'role', usual: 'other' },
}

/** Family words that files use. */
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

/** A link's kind, ends and values; undefined if the schema is no link that is supported. */
export function endsOf(schema: Schema, reader: PropertyReader): Link | undefined {
  const member = memberships[schema.name]
  if (member) {
    const [person, organisation] = member
    const { party, ...seat } = importMembershipExtras(reader)
    const ends = {
      person: one(reader, person),
      og: one(reader, organisation),
      ...(party !== null && { party: [party] }),
    }
    const role = short(reader, 'role', 200) ?? null
    const values = { role, ...seat, ...timesOf(reader), between_ogs: { type: 'member', desc: role } }
    return { kind: 'membership', ends, values }
  }
  if (schema.name === 'Ownership') return ownershipOf(reader)
  const relation = relations[schema.name]
  if (!relation) return undefined
  const { type, word } = typeOf(reader, relation)
  const lines = [...reader.all('description'), ...reader.all('summary')]
  const about = [word, ...lines].filter(Boolean).join('\n')
  if (about.length > 1000) reader.reportUnfit('description', [about])
  return {
    kind: 'relation',
    ends: { from: one(reader, relation.from), to: one(reader, relation.to) },
    values: {
      ...{ type, desc: about.length > 1000 ? null : about || null, ...timesOf(reader) },
      between_ogs: betweenOgs(type, reader.first(relation.word), lines),
    },
  }
}

/** The link if its ends turn out to be organisations, which is known only after the whole file has been read. */
function betweenOgs(type: RelationType, word: string | undefined, lines: readonly string[]) {
  const named = ogRelationTypes.find(each => each === word?.toLowerCase())
  const isTurned = type === 'predecessor'
  const og = named ?? (isTurned || type === 'successor' ? 'successor' : type === 'partner' ? 'partner' : 'other')
  const desc = [named ? undefined : word, ...lines].filter(Boolean).join('\n')
  return { type: og, desc: desc.length > 1000 ? null : desc || null, is_turned: isTurned }
}

/** Owner, owned organisation and share; a share in an unknown form is stored in the description. */
function ownershipOf(reader: PropertyReader): Link {
  const percentage = reader.first('percentage')
  const share = percentage === undefined ? null : readShare(percentage)
  const kind = reader.first('ownershipType')
  const isBeneficial = kind !== undefined && /benefi|ultimate|最终|受益/i.test(kind)
  const isPlain = kind === undefined || isBeneficial || /^direct$/i.test(kind)
  const words = [...(share === undefined ? [percentage] : []), ...(isPlain ? [] : [kind]), ...reader.all('role')]
  const desc = [...words, ...reader.all('description'), ...reader.all('summary')].filter(Boolean).join('\n')
  if (desc.length > 1000) reader.reportUnfit('description', [desc])
  return {
    kind: 'og_relation',
    ends: { from: one(reader, 'owner'), og: one(reader, 'asset') },
    values: {
      ...{ type: 'owns', share_min: share?.min ?? null, share_max: share?.max ?? null, is_beneficial: isBeneficial },
      ...{ desc: desc.length > 1000 ? null : desc || null, ...timesOf(reader) },
    },
  }
}

const one = (reader: PropertyReader, name: string) => [reader.first(name) ?? '']

/** A word that is no known type is stored in the description. */
function typeOf(reader: PropertyReader, { word: name, usual }: (typeof relations)[string]) {
  const word = reader.first(name)
  const key = word?.toLowerCase() ?? ''
  if (Object.hasOwn(relationInverse, key)) return { type: key as RelationType, word: undefined }
  if (Object.hasOwn(words, key)) return { type: words[key]!, word }
  return { type: usual, word }
}

function short(reader: PropertyReader, name: string, max: number): string | undefined {
  const value = reader.first(name)
  if (value === undefined || value.length <= max) return value
  reader.reportUnfit(name, [value])
  return undefined
}

function timesOf(reader: PropertyReader) {
  const dateOf = (name: string, other?: string) => {
    const value = reader.first(name) ?? (other && reader.first(other))
    const parsed = PartialDate.safeParse(value?.slice(0, 10))
    if (value && !parsed.success) reader.reportUnfit(name, [value])
    return parsed.success ? parsed.data : null
  }
  return { start_time: dateOf('startDate', 'date'), end_time: dateOf('endDate') }
}

import { isNested, type NestedEntity, schemaOf } from '#server/features/interchange/interchange.service.ts'
import type { RawEntity } from '#server/ingest/raw-entity.ts'

type EntryProperties = Record<string, unknown[]>

/**
 * Moves the values of nested entities into properties of the party itself: addresses, document numbers, reasons for
 * listing, and a short description of linked parties. Only the ends of links are read, so circular ownership does no
 * harm.
 */
export function foldInto({ id, properties }: Pick<RawEntity, 'id' | 'schema' | 'properties'>): EntryProperties {
  const folded: EntryProperties = Object.create(null) as EntryProperties
  const add = (name: string, values: readonly unknown[]) => {
    if (values.length > 0) folded[name] = [...(folded[name] ?? []), ...values]
  }
  for (const [name, given] of Object.entries(properties))
    for (const value of Array.isArray(given) ? given : [given])
      if (isNested(value)) foldOne(id, name, value, add)
      else add(name, [value])
  return folded
}

function foldOne(
  id: string,
  name: string,
  nested: NestedEntity,
  add: (name: string, values: readonly unknown[]) => void,
) {
  const schema = schemaOf(nested.schema)
  const all = (...names: string[]) => names.flatMap(each => textsOf(nested, each))
  if (schema?.isA('Address')) {
    const [full] = all('full')
    const parts = all('remarks', 'poBox', 'street', 'street2', 'city', 'postalCode', 'region', 'state', 'country')
    return add('address', full ? [full] : parts.length > 0 ? [parts.join(', ')] : [])
  }
  if (schema?.isA('Identification'))
    return add(nested.schema === 'Passport' ? 'passportNumber' : 'idNumber', all('number'))
  if (schema?.isA('Sanction')) {
    add('program', all('program').length > 0 ? all('program') : all('authority'))
    add('programId', all('programId'))
    add('createdAt', all('listingDate', 'startDate').slice(0, 1))
    add('sourceUrl', all('sourceUrl'))
    return add('notes', all('reason', 'provisions'))
  }
  if (!schema?.isA('Interval')) return add(name, captionOf(nested))
  const role = all('role', 'relationship', 'percentage', 'status')[0]
  const others = Object.values(nested.properties)
    .flat()
    .filter(isNested)
    .filter(other => other.id !== id)
    .flatMap(captionOf)
  add(
    name,
    others.map(other => (role ? `${other} (${role})` : other)),
  )
}

const captionOf = (entity: NestedEntity): string[] => textsOf(entity, 'name', 'alias').slice(0, 1)

function textsOf({ properties }: NestedEntity, ...names: string[]): string[] {
  return names.flatMap(name =>
    (Object.hasOwn(properties, name) ? [properties[name]].flat() : []).flatMap(value =>
      typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [],
    ),
  )
}

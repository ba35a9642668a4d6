import type { Model } from '@alephdata/followthemoney'
import { lazyRequire } from '#server/platform/process/lazy-require.ts'

/** A FollowTheMoney entity as it is on a line: every property is a list of texts. */
export type FtmEntity = { id: string; schema: string; properties: Record<string, string[]> }

const library = lazyRequire<typeof import('@alephdata/followthemoney')>('@alephdata/followthemoney')
let model: Model | undefined
export const ftmModel = (): Model => (model ??= new (library().Model)(library().defaultModel))

/** The schema of that name, if the model has one. */
export function schemaOf(name: string) {
  return Object.hasOwn(ftmModel().schemata, name) ? ftmModel().schemata[name] : undefined
}

const names = new Map<string, ReadonlySet<string>>()

/** Names of a schema's properties, cached: the model collects all inherited properties with each call. */
function namesOf(schema: string): ReadonlySet<string> {
  const known = names.get(schema) ?? new Set(ftmModel().getSchema(schema).getProperties().keys())
  names.set(schema, known)
  return known
}

export const hasProperty = (schema: string, name: string): boolean => namesOf(schema).has(name)

/** The entity without empty properties; throws if a property is not in the schema, which is a programming error. */
export function entity(id: string, schema: string, all: Record<string, readonly unknown[]>): FtmEntity {
  const properties: Record<string, string[]> = {}
  const known = ftmModel().getSchema(schema)
  for (const [name, values] of Object.entries(all)) {
    if (!namesOf(schema).has(name)) throw new Error(`${schema} has no property ${name}`)
    const given = values.filter(value => value !== null && value !== undefined && value !== '').map(String)
    if (given.length > 0) properties[name] = [...new Set(given)]
  }
  const lacking = known.required.find(name => !properties[name])
  if (lacking) throw new Error(`${schema} ${id} lacks ${lacking}`)
  return { id, schema, properties }
}

/** Ids of exported records: `og-1f2e3d4c-person-7`, where the middle identifies the installation. */
export function entityId(installation: string, kind: string, id: number): string {
  return `og-${installation}-${kind}-${id}`
}

const idPattern = /^og-([0-9a-f]{8})-(og|person|event|membership|relation|og_relation)-([1-9]\d{0,14})$/

/** Parses an id of that form; undefined for ids of other systems. */
export function readEntityId(text: string): { installation: string; kind: string; id: number } | undefined {
  const match = idPattern.exec(text)
  return match ? { installation: match[1]!, kind: match[2]!, id: Number(match[3]) } : undefined
}

import { type Attribute, type Kind, partOf, unkept } from './attributes.ts'
import { invalidValue } from './scim-error.ts'

/** The statement of a provider about a user or a group, by the names of `attributes.ts`. */
export type Stated = { [name: string]: Value }
export type Value = string | boolean | Stated | Stated[]

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A whole resource, as `POST` and `PUT` send it: what the table lacks is left out. */
export function readWhole(kind: Kind, body: unknown): Stated {
  if (!isObject(body)) throw invalidValue('The body must be an object.')
  const stated = readParts(kind.attributes, body, '')
  checkWhole(kind, stated)
  return stated
}

export function checkWhole(kind: Kind, stated: Stated): void {
  for (const { name, isRequired } of kind.attributes)
    if (isRequired && (stated[name] === undefined || String(stated[name]).trim() === ''))
      throw invalidValue(`${name} is required.`)
}

function readParts(parts: readonly Attribute[], given: Record<string, unknown>, path: string): Stated {
  const stated: Stated = {}
  for (const [key, value] of Object.entries(given)) {
    const part = partOf(parts, key)
    if (!part || part.mutability === 'readOnly') continue
    const read = readValue(part, value, path + part.name)
    if (read !== undefined) stated[part.name] = read
  }
  return stated
}

const longest = 500
const mostElements = 50

/** The value in the attribute's type; undefined if there is none. */
export function readValue(attribute: Attribute, value: unknown, path = attribute.name): Value | undefined {
  if (value === null || value === undefined) return undefined
  if (attribute.isMany) return readMany(attribute, value, path)
  return readSingle(attribute, value, path)
}

function readMany(attribute: Attribute, value: unknown, path: string): Stated[] | undefined {
  const list = Array.isArray(value) ? value : [value]
  if (list.length > (attribute.most ?? mostElements)) throw invalidValue(`${path} has too many elements.`)
  const elements = list.map(element => readSingle(attribute, element, path) as Stated | undefined)
  const distinct = unlike(elements.filter(element => element !== undefined && Object.keys(element).length > 0))
  if (distinct.filter(({ primary }) => primary === true).length > 1)
    throw invalidValue(`${path} has more than one primary element.`)
  return distinct.length === 0 ? undefined : distinct
}

const keyOf = (element: Stated) => JSON.stringify(Object.entries(element).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Each element once. */
export function unlike(elements: (Stated | undefined)[]): Stated[] {
  const byKey = new Map(elements.filter(element => element !== undefined).map(element => [keyOf(element), element]))
  return [...byKey.values()]
}

function readSingle(attribute: Attribute, value: unknown, path: string): Value | undefined {
  if (value === null || value === undefined) return undefined
  const { type, parts = [] } = attribute
  if (type === 'complex') {
    // Some providers send `manager` and members as a bare id.
    if (typeof value === 'string' && partOf(parts, 'value'))
      return value === '' ? undefined : readParts(parts, { value }, `${path}.`)
    if (!isObject(value)) throw invalidValue(`${path} must be an object.`)
    const stated = readParts(parts, value, `${path}.`)
    return Object.keys(stated).length === 0 ? undefined : stated
  }
  if (type === 'boolean') {
    if (typeof value === 'boolean') return value
    // Microsoft Entra sends `active` as text.
    if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
    throw invalidValue(`${path} must be true or false.`)
  }
  if (typeof value !== 'string' && typeof value !== 'number') throw invalidValue(`${path} must be a text.`)
  const text = String(value)
  if (text.length > (attribute.most ?? longest)) throw invalidValue(`${path} is too long.`)
  if (!text.isWellFormed() || text.includes('\0')) throw invalidValue(`${path} has characters that cannot be stored.`)
  return text === '' ? undefined : text
}

/** The attributes that the reply has: `id` and `schemas` always, of the others those requested. */
export function project(
  resource: Record<string, unknown>,
  { attributes, excludedAttributes }: { attributes?: string | undefined; excludedAttributes?: string | undefined },
): Record<string, unknown> {
  if (!attributes && !excludedAttributes) return resource
  const named = pathsOf(attributes || excludedAttributes || '')
  const shown: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(resource)) {
    const part = attributes ? chosen(name, value, named, true) : chosen(name, value, named, false)
    if (name === 'id' || name === 'schemas') shown[name] = value
    else if (part !== undefined) shown[name] = part
  }
  return shown
}

const pathsOf = (list: string) =>
  list
    .slice(0, 2000)
    .toLowerCase()
    .split(',')
    .map(path => path.trim().replace(/^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/, ''))
    .slice(0, 50)

function chosen(name: string, value: unknown, named: readonly string[], isWanted: boolean): unknown {
  const own = name.toLowerCase()
  if (named.includes(own)) return isWanted ? value : undefined
  const separator = own.startsWith('urn:') ? ':' : '.'
  const inner = named.filter(path => path.startsWith(own + separator)).map(path => path.slice(own.length + 1))
  if (inner.length === 0) return isWanted ? undefined : value
  const within = (each: unknown) =>
    isObject(each)
      ? Object.fromEntries(
          Object.entries(each)
            .map(([key, part]) => [key, chosen(key, part, inner, isWanted)] as const)
            .filter(([, part]) => part !== undefined),
        )
      : each
  return Array.isArray(value) ? value.map(within) : within(value)
}

/** Whether the standard has the attribute, although the console does not keep it. */
export const isUnkept = (name: string) => unkept.has(name.toLowerCase().split('.')[0] ?? '')

import { type Attribute, enterpriseUrn, type Kind, partOf } from './attributes.ts'
import { type Comparison, readFilter } from './filter.ts'
import { invalidValue, ScimError } from './scim-error.ts'
import { checkWhole, isObject, isUnkept, readValue, type Stated, unlike, type Value } from './values.ts'

type Act = 'add' | 'replace' | 'remove'

/** Where a change applies: `holder` has the attribute; `filter` chooses elements, `part` one value in them. */
type Target = {
  isInExtension: boolean
  attribute: Attribute
  filter: Comparison[] | undefined
  part: Attribute | undefined
}

const mostOperations = 100

/** The resource after the operations of RFC 7644, section 3.5.2, in their order; `before` is not changed. */
export function patched(kind: Kind, before: Stated, body: unknown): Stated {
  const entries = isObject(body) ? Object.entries(body) : []
  const operations = entries.find(([key]) => key.toLowerCase() === 'operations')?.[1]
  if (!Array.isArray(operations) || operations.length === 0)
    throw new ScimError(400, 'Operations must be a list.', 'invalidSyntax')
  if (operations.length > mostOperations) throw new ScimError(413, 'There are too many operations.')
  const stated = structuredClone(before)
  for (const operation of operations) applyOperation(kind, stated, operation)
  checkWhole(kind, stated)
  return stated
}

function applyOperation(kind: Kind, stated: Stated, operation: unknown): void {
  if (!isObject(operation)) throw new ScimError(400, 'An operation must be an object.', 'invalidSyntax')
  const act = String(operation.op).toLowerCase()
  if (act !== 'add' && act !== 'replace' && act !== 'remove')
    throw new ScimError(400, 'op must be add, replace or remove.', 'invalidSyntax')
  const { path, value } = operation
  if (path !== undefined && path !== null && path !== '') {
    if (typeof path !== 'string') throw new ScimError(400, 'path must be a text.', 'invalidPath')
    change(kind, stated, act, path, value)
    return
  }
  if (act === 'remove') throw new ScimError(400, 'remove needs a path.', 'noTarget')
  if (!isObject(value)) throw invalidValue('Without a path, value must be an object.')
  for (const [key, part] of Object.entries(value)) {
    const attribute = partOf(kind.attributes, key)
    if (attribute?.mutability !== 'readOnly' && !isUnkept(key)) change(kind, stated, act, key, part)
  }
}

function change(kind: Kind, stated: Stated, act: Act, path: string, value: unknown): void {
  if (isExtension(path)) {
    if (act === 'remove') return void delete stated[enterpriseUrn]
    if (!isObject(value)) throw invalidValue(`${enterpriseUrn} must be an object.`)
    for (const [key, part] of Object.entries(value)) change(kind, stated, act, `${enterpriseUrn}:${key}`, part)
    return
  }
  const target = readPath(kind, path)
  if (!target) return
  const holder = target.isInExtension ? ((stated[enterpriseUrn] ?? {}) as Stated) : stated
  if (target.attribute.isMany) changeMany(holder, act, target, value)
  else changeSingle(holder, act, target, value)
  if (!target.isInExtension) return
  if (Object.keys(holder).length === 0) delete stated[enterpriseUrn]
  else stated[enterpriseUrn] = holder
}

const isExtension = (path: string) => path.toLowerCase() === enterpriseUrn.toLowerCase()

/** Undefined: an attribute of the standard that the console does not keep. */
function readPath(kind: Kind, path: string): Target | undefined {
  const wrong = () => new ScimError(400, `The path ${path.slice(0, 100)} is not known.`, 'invalidPath')
  if (path.length > 1000) throw wrong()
  const isInExtension = path.toLowerCase().startsWith(`${enterpriseUrn.toLowerCase()}:`)
  const rest = isInExtension
    ? path.slice(enterpriseUrn.length + 1)
    : path.toLowerCase().startsWith(`${kind.urn.toLowerCase()}:`)
      ? path.slice(kind.urn.length + 1)
      : path
  const [, name = '', filter, part] = /^([A-Za-z0-9$]+)(?:\[([^\]]*)\])?(?:\.([A-Za-z$]+))?$/.exec(rest) ?? []
  const all = isInExtension ? partOf(kind.attributes, enterpriseUrn)?.parts : kind.attributes
  const attribute = partOf(all, name)
  if (!attribute) {
    if (/^(id|meta)$/i.test(name)) throw new ScimError(400, `${name} cannot be changed.`, 'mutability')
    if (!isInExtension && isUnkept(name)) return undefined
    throw wrong()
  }
  const found = part === undefined ? undefined : partOf(attribute.parts, part)
  if ((part !== undefined && !found) || (filter !== undefined && !attribute.isMany)) throw wrong()
  if (attribute.mutability === 'readOnly' || found?.mutability === 'readOnly')
    throw new ScimError(400, `${name} cannot be changed.`, 'mutability')
  return { isInExtension, attribute, filter: filter === undefined ? undefined : readFilter(filter), part: found }
}

function changeSingle(holder: Stated, act: Act, { attribute, part }: Target, value: unknown): void {
  const { name, type } = attribute
  const before = holder[name]
  if (part) {
    const parts = isObject(before) ? { ...(before as Stated) } : {}
    put(parts, part.name, act === 'remove' ? undefined : readValue(part, value))
    put(holder, name, Object.keys(parts).length === 0 ? undefined : parts)
    return
  }
  if (act === 'remove' && attribute.isRequired) throw new ScimError(400, `${name} is required.`, 'mutability')
  const read = act === 'remove' ? undefined : readValue(attribute, value)
  if (type === 'complex' && read !== undefined) put(holder, name, { ...(before as Stated), ...(read as Stated) })
  else put(holder, name, read)
}

function put(holder: Stated, name: string, value: Value | undefined): void {
  if (value === undefined) delete holder[name]
  else holder[name] = value
}

function changeMany(holder: Stated, act: Act, target: Target, value: unknown): void {
  const { attribute, filter, part } = target
  const before = (holder[attribute.name] ?? []) as Stated[]
  const after =
    filter === undefined && part === undefined
      ? changeWhole(before, act, attribute, value)
      : changeElements(before, act, target, value)
  if (after.length > (attribute.most ?? Number.POSITIVE_INFINITY))
    throw invalidValue(`${attribute.name} has too many elements.`)
  put(holder, attribute.name, after.length === 0 ? undefined : after)
}

function changeWhole(before: Stated[], act: Act, attribute: Attribute, value: unknown): Stated[] {
  const read = (readValue(attribute, value) ?? []) as Stated[]
  if (act === 'replace') return read
  if (act === 'add') {
    const known = new Set(before.map(idOf))
    const fresh = read.filter(element => !known.has(idOf(element)))
    return onePrimary([...before, ...fresh], fresh)
  }
  // Microsoft Entra removes members with a list of them as value: only these.
  if (value === undefined || value === null) return []
  const removed = new Set(read.map(({ value }) => String(value)))
  return before.filter(element => !removed.has(String(element.value)))
}

/** Elements with the same value and type are the same element. */
const idOf = ({ value, type }: Stated) =>
  JSON.stringify([String(value).toLowerCase(), String(type ?? '').toLowerCase()])

/** An element that became the primary one takes the place of the previous. */
function onePrimary(elements: Stated[], changed: readonly Stated[]): Stated[] {
  const primary = changed.findLast(element => element.primary === true)
  if (!primary) return elements
  return elements.map(element =>
    element !== primary && element.primary === true ? { ...element, primary: false } : element,
  )
}

function changeElements(before: Stated[], act: Act, { attribute, filter, part }: Target, value: unknown): Stated[] {
  const isChosen = (element: Stated) => (filter ?? []).every(comparison => holds(attribute, comparison, element))
  if (!before.some(isChosen)) {
    // To remove what is not there has the wanted result.
    if (act === 'remove') return before
    const made = filter && part ? stating(attribute, filter) : undefined
    if (!made) throw new ScimError(400, `No element of ${attribute.name} matches.`, 'noTarget')
    return changeElements([...before, made], act, { attribute, filter, part, isInExtension: false }, value)
  }
  const changed: Stated[] = []
  const after = before.flatMap(element => {
    if (!isChosen(element)) return [element]
    if (act === 'remove' && !part) return []
    const next = part ? { ...element } : { ...element, ...onlyOne(attribute, value) }
    if (part) put(next, part.name, act === 'remove' ? undefined : readValue(part, value))
    changed.push(next)
    return Object.keys(next).some(key => key !== 'type' && key !== 'primary') ? [next] : []
  })
  return unlike(onePrimary(after, changed))
}

function onlyOne(attribute: Attribute, value: unknown): Stated {
  const [element, ...others] = (readValue(attribute, value) ?? []) as Stated[]
  if (!element || others.length > 0) throw invalidValue(`${attribute.name} needs one element here.`)
  return element
}

function holds(attribute: Attribute, { path, value }: Comparison, element: Stated): boolean {
  const part = partOf(attribute.parts, path)
  if (!part) throw new ScimError(400, `${attribute.name} has no ${path.slice(0, 40)}.`, 'invalidFilter')
  const own = element[part.name]
  if (part.type === 'boolean') return (own ?? false) === (String(value).toLowerCase() === 'true')
  return own !== undefined && String(own).toLowerCase() === String(value).toLowerCase()
}

/** The element that the filter describes: providers set `emails[type eq "work"].value` of users who have none yet. */
function stating(attribute: Attribute, filter: readonly Comparison[]): Stated | undefined {
  const element: Stated = {}
  for (const { path, value } of filter) {
    const part = partOf(attribute.parts, path)
    if (!part || part.name === 'value') return undefined
    put(element, part.name, readValue(part, value))
  }
  return element
}

import { Buffer } from 'node:buffer'
import { oddHeaders, oddOf, oddPaths, oddTypes, serialise, withFault } from './fault.ts'
import type { Random } from './random.ts'
import { type Schema, type SharedSchemas, validOf } from './valid.ts'

type Parameter = { name: string; in: 'path' | 'query'; required?: boolean; schema: Schema }

type FuzzOperation = {
  method: string
  path: string
  parameters: Parameter[]
  body: Schema | null
  isFile: boolean
}
export type FuzzRequest = { method: string; path: string; headers: Record<string, string>; body: Buffer | null }

/** Operations of an OpenAPI document. */
export function operationsOf(document: {
  paths: Record<string, Record<string, Schema>>
  components: { parameters: Record<string, Parameter> }
}): FuzzOperation[] {
  const named = (each: Parameter | { $ref: string }): Parameter | undefined =>
    '$ref' in each ? document.components.parameters[each.$ref.split('/').at(-1) ?? ''] : each
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, of]) => {
      const content = (of.requestBody as { content?: Record<string, { schema: Schema }> } | undefined)?.content ?? {}
      return {
        method: method.toUpperCase(),
        path,
        parameters: ((of.parameters ?? []) as Parameter[]).flatMap(each => named(each) ?? []),
        body: content['application/json']?.schema ?? null,
        isFile: 'multipart/form-data' in content,
      }
    }),
  )
}

/** tus is a separate protocol and not part of the document. */
export const tusOperations: FuzzOperation[] = ['POST', 'HEAD', 'PATCH', 'DELETE'].map(method => ({
  method,
  path: method === 'POST' ? '/v1/upload/tus' : '/v1/upload/tus/{id}',
  parameters: [],
  body: null,
  isFile: false,
}))

/** One request: half of them have a single fault, so that they pass the first checks; the rest have several. */
export function makeRequest(operation: FuzzOperation, shared: SharedSchemas, random: Random): FuzzRequest {
  const faults = random.once(2) ? 1 : 1 + random.int(3)
  const places = new Set(Array.from({ length: faults }, () => random.pick(['path', 'query', 'body', 'body', 'head'])))
  // Some requests have no fault, because later requests need their records.
  if (random.once(12)) places.clear()
  const headers: Record<string, string> = places.has('head') ? { ...random.pick(oddHeaders) } : {}
  if (operation.path.includes('/tus')) Object.assign(headers, tusHeaders(random))
  const { body, type } = bodyOf(operation, shared, random, places.has('body'))
  if (body && type) headers['content-type'] = places.has('head') && random.once(3) ? random.pick(oddTypes) : type
  const path =
    pathOf(operation, shared, random, places.has('path')) + queryOf(operation, shared, random, places.has('query'))
  return { method: operation.method, path, headers, body }
}

function pathOf(operation: FuzzOperation, shared: SharedSchemas, random: Random, isFaulty: boolean): string {
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (isFaulty) return random.pick(oddPaths)
    const schema = operation.parameters.find(each => each.in === 'path' && each.name === name)?.schema
    const value = schema ? validOf(schema, shared, random, name) : crypto.randomUUID()
    return encodeURIComponent(String(value))
  })
}

function queryOf(operation: FuzzOperation, shared: SharedSchemas, random: Random, isFaulty: boolean): string {
  const pairs: string[] = []
  for (const { in: place, name, required, schema } of operation.parameters) {
    if (place !== 'query' || !(required || random.once(3))) continue
    const value = validOf(schema, shared, random, name)
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== null) pairs.push(`${name}=${encodeURIComponent(String(item))}`)
  }
  if (isFaulty) {
    const names = operation.parameters.filter(each => each.in === 'query').map(each => each.name)
    const name = names.length > 0 ? random.pick(names) : 'unknown'
    const odd = oddOf(random)
    const text = String(typeof odd === 'object' ? serialise(odd) : odd)
      .slice(0, 3_000)
      .toWellFormed()
    const more = [
      () => [`${name}=${encodeURIComponent(text)}`],
      () => [`${name}=${random.pick(oddPaths)}`],
      () => [`${name}=1`, `${name}=2`],
      () => Array.from({ length: 1_500 }, (_, at) => `${name}=${at}`),
      () => [`${name}[]=1`, `${name}[a]=1`, `${name}.x=1`],
      () => ['__proto__=1', 'unknown=1', '=', '&&', name],
      () => [`${name}=%`, `%ff=${name}`],
    ]
    pairs.push(...random.pick(more)())
  }
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

function bodyOf(operation: FuzzOperation, shared: SharedSchemas, random: Random, isFaulty: boolean) {
  if (operation.isFile) return formOf(random, isFaulty)
  if (operation.path.includes('/tus'))
    return operation.method === 'PATCH'
      ? { body: Buffer.alloc(random.int(2_000), 120), type: 'application/offset+octet-stream' }
      : { body: null, type: null }
  if (!operation.body)
    return random.once(8) ? { body: Buffer.from('{}'), type: 'application/json' } : { body: null, type: null }
  const good = validOf(operation.body, shared, random)
  const text = serialise(isFaulty ? withFault(good, random) : good)
  if (!isFaulty || !random.once(6)) return { body: Buffer.from(text), type: 'application/json' }
  const broken = [
    () => Buffer.from(text.slice(0, -1)),
    () => Buffer.from(`${text}x`),
    () => Buffer.from(''),
    () => Buffer.from('['.repeat(90_000)),
    () => Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xc0, 0xed, 0xa0, 0x80]), Buffer.from('"}')]),
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]),
    () => Buffer.from('null'),
    () => Buffer.from('"x"'),
    () => Buffer.from('{"a":1,"a":2,"__proto__":{}}'),
    () => Buffer.alloc(1_100_000, 32),
  ]
  return { body: random.pick(broken)(), type: 'application/json' }
}

function formOf(random: Random, isFaulty: boolean) {
  const content = random.pick([
    '',
    'name,date\n中,2026\n',
    '%PDF-1.4',
    '{"a":[',
    'PK\u0003\u0004',
    '\u0000'.repeat(2_000),
    '<svg/>',
  ])
  const name = random.pick(['a.csv', 'b.json', '中.xlsx', 'x.png', '', 'a"b.ftm.json', '../x', 'x'.repeat(400)])
  const boundary = 'x7d'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  const good = `${head}${content}\r\n--${boundary}--\r\n`
  const type = `multipart/form-data; boundary=${boundary}`
  if (!isFaulty) return { body: Buffer.from(good), type }
  const broken = [
    () => ({ body: Buffer.from(good.slice(0, -9)), type }),
    () => ({ body: Buffer.from(good), type: 'multipart/form-data' }),
    () => ({ body: Buffer.from(good), type: `multipart/form-data; boundary=${'b'.repeat(257)}` }),
    () => ({ body: Buffer.from(`${head}${head}${good}`), type }),
    () => ({ body: Buffer.from(good.replace('name="file"', 'name="other"')), type }),
    () => ({ body: Buffer.from(good.replace('Content-Disposition', 'X')), type }),
    () => ({ body: Buffer.from(`--${boundary}\r\n${'a: b\r\n'.repeat(3_000)}\r\n`), type }),
    () => ({ body: Buffer.from(''), type }),
    () => ({ body: Buffer.from('{}'), type: 'application/json' }),
  ]
  return random.pick(broken)()
}

function tusHeaders(random: Random): Record<string, string> {
  const numbers = ['0', '5', '-1', '1e3', '9223372036854775808', '', 'x', '99999999999999999999999']
  const meta = [
    'filename YQ==',
    'filename',
    'filename !!!',
    'upload e30=',
    'upload eyJhIjox',
    'a b,c d,,,=',
    ' ',
    `filename ${'Y'.repeat(9_000)}`,
  ]
  return {
    'tus-resumable': random.pick(['1.0.0', '1.0.0', '1.0.0', '0.2', '']),
    'upload-length': random.pick(numbers),
    'upload-offset': random.pick(numbers),
    'upload-metadata': random.pick(meta),
  }
}

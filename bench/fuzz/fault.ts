import type { Random } from './random.ts'

/** Written into JSON literally: a number beyond any double, a text of invalid UTF-8. */
class Raw {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const deep = (open: string, close: string, times: number) => new Raw(`${open.repeat(times)}1${close.repeat(times)}`)

const odd: (() => unknown)[] = [
  () => null,
  () => true,
  () => '',
  () => ' ',
  () => 0,
  () => -1,
  () => 1.5,
  () => 32_768,
  () => 2_147_483_648,
  () => 2 ** 53,
  () => -(2 ** 53),
  () => 2 ** 63,
  () => new Raw('1e400'),
  () => new Raw('-1e400'),
  () => new Raw('9'.repeat(400)),
  () => 1e-320,
  () => [],
  () => {
    return {}
  },
  () => [[[[]]]],
  () => ({ length: 5, __proto__x: 1, constructor: { prototype: {} } }),
  () => new Raw('{"__proto__":{"a":1}}'),
  () => '\u0000',
  () => 'a\u0000b',
  () => '\ud83d',
  () => new Raw('"\\udc00\\ud800"'),
  () => '\u{1f600}'.repeat(5_000),
  () => 'x'.repeat(100_000),
  () => '中'.repeat(30_000),
  () => '\u202e\u0301\ufeff\u2028',
  () => '%00%ff',
  () => 'NaN',
  () => 'Infinity',
  () => '0x10',
  () => '1e3',
  () => '٣',
  () => '0000-01-01',
  () => '0000-01-01T00:00:00Z',
  () => '9999-12-31T23:59:59.999Z',
  () => '275760-09-13T00:00:00.000Z',
  () => '-004713-01-01T00:00:00Z',
  () => '294277-01-01',
  () => '2026-02-30',
  () => '2026-13',
  () => "'; drop table og; --",
  () => '%_\\',
  () => '../../etc/passwd',
  () => 'http://[::1]:70000/',
  () => 're:(?i)(((((a{999}){999}',
  () => 're:[\\PL]{500}',
  () => '* * * * * * *',
  () => '"<img src=x onerror=1>',
  () => deep('[', ']', 5_000),
  () => deep('{"a":', '}', 5_000),
  () => Array.from({ length: 20_000 }, () => 1),
  () => Array.from({ length: 600 }, (_, at) => at + 1),
  () => Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, at])),
]

/** A value that does not belong in its position. */
export const oddOf = (random: Random): unknown => random.pick(odd)()

/** The value with one fault somewhere in it: a wrong value, a part too many or too few, a limit or beyond it. */
export function withFault(value: unknown, random: Random): unknown {
  if (Array.isArray(value) && value.length > 0 && !random.once(4)) {
    const at = random.int(value.length)
    return value.map((item, index) => (index === at ? withFault(item, random) : item))
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Raw)) {
    const keys = Object.keys(value)
    const what = random.int(10)
    if (keys.length === 0 || what === 0) return oddOf(random)
    const key = random.pick(keys)
    const { [key]: old, ...rest } = value as Record<string, unknown>
    if (what === 1) return rest
    if (what === 2) return { ...value, [random.pick(['unknown', '__proto__x', 'id', 'constructor', '中'])]: 1 }
    return { ...rest, [key]: withFault(old, random) }
  }
  if (typeof value === 'number') return random.pick([value + 1, value - 1, -value, value * 1e6, oddOf(random)])
  if (typeof value === 'string' && random.once(3))
    return value + random.pick(['\u0000', '\ud800', 'x'.repeat(300), ' '])
  return oddOf(random)
}

/** JSON, with raw parts inserted literally and lone surrogates preserved. */
export function serialise(value: unknown): string {
  const raws: string[] = []
  const text = JSON.stringify(value, (_, item) => {
    if (!(item instanceof Raw)) return item
    raws.push(item.text)
    return `@raw${raws.length - 1}@`
  })
  return raws.reduce((all, raw, at) => all.replace(`"@raw${at}@"`, () => raw), text ?? 'null')
}

/** A name or an id inside a path. */
export const oddPaths = [
  '0',
  '-1',
  '1.5',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '1e400',
  'NaN',
  'null',
  '%00',
  '%ff%fe',
  '%ED%A0%80',
  '%',
  '%2e%2e%2f',
  '..%2f..',
  '1%20',
  '%31',
  "1'",
  '1;2',
  'x'.repeat(300),
  '%F0%A0%AE%B7',
  '',
]

export const oddHeaders: Record<string, string>[] = [
  { req_id: 'x'.repeat(5_000) },
  { req_id: '\u00ff\u00fe' },
  { 'accept-language': 'en;q=1e400,'.repeat(2_000) },
  { 'accept-language': '*' },
  { authorization: 'Bearer' },
  { authorization: `Bearer ${'a'.repeat(20_000)}` },
  { authorization: 'Bearer \u00ff' },
  { authorization: 'Basic Og==' },
  { 'if-match': '"*",W/' },
  { 'if-none-match': '*' },
  { 'if-modified-since': 'never' },
  { range: 'bytes=99999999999999999999-,-1,5-2' },
  { 'last-event-id': '1e400' },
  { 'last-event-id': '9223372036854775808' },
  { accept: 'a/'.repeat(3_000) },
  { 'accept-encoding': 'br;q=NaN, gzip;q=9' },
  { 'x-forwarded-for': '::::,1.2.3.4.5' },
  { cookie: 'a=\u00ff; ='.repeat(500) },
  { 'content-encoding': 'gzip' },
  { expect: 'x' },
  { 'transfer-encoding': 'gzip, chunked' },
  { 'x-http-method-override': 'DELETE' },
]
export const oddTypes = [
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json;;;=',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'b'.repeat(300)}`,
  'application/offset+octet-stream',
  '/',
  '\u00ff',
]

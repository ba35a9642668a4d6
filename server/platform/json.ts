import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'

/** Lists and objects within each other; a report's tree of 60 nodes takes some 130. */
const mostDeep = 256
/** Values of a body of a megabyte, in proportion where more is allowed: what checks them takes time for each. */
const valuesPerMegabyte = 40_000

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
/** `[` and `{`, `]` and `}` differ by this bit alone from each other. */
const openers = new Set([0x5b, 0x7b])
const closers = new Set([0x5d, 0x7d])

/** What makes a body too heavy to be read at once, too deep or too many values; it is looked at before it is parsed. */
export function heavinessOf(body: Buffer, mostValues: number): 'deep' | 'many' | undefined {
  let [depth, values] = [0, 1]
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] as number
    if (byte === quote) {
      at = endOfText(body, at)
      if (at < 0) return undefined
    } else if (byte === comma) {
      values += 1
      if (values > mostValues) return 'many'
    } else if (openers.has(byte)) {
      depth += 1
      if (depth > mostDeep) return 'deep'
    } else if (closers.has(byte)) depth -= 1
  }
  return undefined
}

/** Where the text ends that begins here; -1 where it does not: the parser says so. */
function endOfText(body: Buffer, from: number): number {
  for (let end = body.indexOf(quote, from + 1); end >= 0; end = body.indexOf(quote, end + 1)) {
    let escapes = 0
    while (body[end - 1 - escapes] === backslash) escapes += 1
    if (escapes % 2 === 0) return end
  }
  return -1
}

/** Takes JSON bodies as Fastify does, but for those that would hold the loop. */
export function takeJson(app: FastifyInstance, standardBytes: number): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = request.routeOptions.bodyLimit ?? standardBytes
    const heaviness = heavinessOf(body as Buffer, Math.ceil(bytes / 1_048_576) * valuesPerMegabyte)
    if (heaviness) return done(new AppError(heaviness === 'deep' ? 'invalid' : 'too_large'), undefined)
    return parse(request, (body as Buffer).toString('utf8'), done)
  })
}

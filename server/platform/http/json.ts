import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'

/** Maximum nesting of lists and objects; a report's tree of 60 nodes takes about 130. */
const mostDeep = 256
/**
 * Maximum number of values in a body of a megabyte, in proportion for larger limits: validation takes time for each.
 */
const valuesPerMegabyte = 40_000

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
/** `[` and `{`, `]` and `}` differ only by this bit. */
const openers = new Set([0x5b, 0x7b])
const closers = new Set([0x5d, 0x7d])

/** Checks a body before it is parsed: whether it is nested too deeply, or has too many values, to be parsed at once. */
export function excessOf(body: Buffer, mostValues: number): 'deep' | 'many' | undefined {
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

/** The end of the text that begins here; -1 if it has none: then the parser reports the fault. */
function endOfText(body: Buffer, from: number): number {
  for (let end = body.indexOf(quote, from + 1); end >= 0; end = body.indexOf(quote, end + 1)) {
    let escapes = 0
    while (body[end - 1 - escapes] === backslash) escapes += 1
    if (escapes % 2 === 0) return end
  }
  return -1
}

/** Accepts JSON bodies as Fastify does, except those that would block the event loop. */
export function parseJsonBodies(app: FastifyInstance, standardBytes: number): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = request.routeOptions.bodyLimit ?? standardBytes
    const heaviness = excessOf(body as Buffer, Math.ceil(bytes / 1_048_576) * valuesPerMegabyte)
    if (heaviness) return done(new AppError(heaviness === 'deep' ? 'invalid' : 'too_large'), undefined)
    return parse(request, (body as Buffer).toString('utf8'), done)
  })
}

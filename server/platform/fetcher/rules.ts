import { RE2JS } from 're2js'
import { type CompiledExpression, checkExpressions, compileExpressions } from '../process/expression.ts'

/** Compiled rules; `match` returns the rule (as written) that forbids an address, or null. */
export type Rules = { match(url: URL): string | null }

/** `whole` is unchanged, for expressions; the other forms are in lower case, for globs. */
type MatchedUrl = { whole: string; path: string; pathQuery: string; bare: string; barePath: string; scheme: string }
type Test = (subject: MatchedUrl) => boolean

/**
 * Globs and `re:` expressions that match addresses. In a glob, `*` matches anything, and letter case is ignored. A glob
 * that begins with `/` is compared with the path (`/a/` matches everything in that folder), one with `://` with the
 * whole address, any other with both and with host and path; the query is optional in each comparison. Expressions are
 * those of RE2, in time linear in the address. A rule that does not compile forbids nothing: `checkRules` reports it
 * before it is saved.
 */
export function compileRules(rules: readonly string[]): Rules {
  const compiled = compileExpressions(
    rules
      .map(rule => rule.trim())
      .filter(isExpression)
      .map(sourceOf),
  ).values()
  const tests = rules.flatMap(rule => {
    const text = rule.trim()
    const test = isExpression(text) ? matcher(compiled.next().value) : testOf(text)
    return test ? [{ rule, test }] : []
  })
  return {
    match(url) {
      if (tests.length === 0) return null
      const subject = subjectOf(url)
      return tests.find(({ test }) => test(subject))?.rule ?? null
    },
  }
}

/**
 * The fault of each rule, null if it can be used. The expressions of a record share one budget (expression.ts) and are
 * compiled in a thread.
 */
export async function checkRules(rules: readonly string[]): Promise<(string | null)[]> {
  const texts = rules.map(rule => rule.trim())
  const faults = await checkExpressions(texts.filter(isExpression).map(sourceOf))
  return texts.map(text => (isExpression(text) ? (faults.shift() ?? null) : text === '' ? 'empty' : null))
}

const isExpression = (text: string) => text.startsWith('re:')

/** Translates escapes that only JavaScript has (`\u4e2d`, `\cA`) into those of RE2. */
function sourceOf(rule: string): string {
  const source = rule.slice('re:'.length)
  return source === '' ? '' : RE2JS.translateRegExp(source)
}

function matcher(compiled: CompiledExpression | undefined): Test | null {
  if (!compiled || 'fault' in compiled) return null
  return subject => compiled.expression.test(subject.whole)
}

function testOf(text: string): Test | null {
  if (text === '') return null
  // A folder matches everything in it.
  const glob = globOf(/[^/]\/$/.test(text) ? `${text}*` : text)
  if (text.startsWith('/')) return ({ path, pathQuery }) => glob(path) || (pathQuery !== path && glob(pathQuery))
  if (text.includes('://')) return ({ scheme, bare, barePath }) => glob(scheme + bare) || glob(scheme + barePath)
  return subject =>
    glob(subject.path) ||
    glob(subject.bare) ||
    (subject.bare !== subject.barePath && (glob(subject.pathQuery) || glob(subject.barePath)))
}

/** Normalises an address: `/private/` written as `/%70rivate/`, `//private/` or in capitals is the same path. */
function subjectOf(url: URL): MatchedUrl {
  const path = decode(url.pathname).replace(/\/{2,}/g, '/')
  const pathQuery = url.search === '' ? path : path + decode(url.search)
  const scheme = `${url.protocol}//`
  const bare = url.host.replace(/\.(?=:|$)/, '') + pathQuery
  return {
    whole: scheme + bare,
    scheme,
    bare: bare.toLowerCase(),
    barePath: bare.slice(0, bare.length - pathQuery.length + path.length).toLowerCase(),
    path: path.toLowerCase(),
    pathQuery: pathQuery.toLowerCase(),
  }
}

function decode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    // The text is in another encoding: only its ASCII part can be decoded.
    return text.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}

/** The pieces between stars are searched one after the other, without backtracking. */
function globOf(text: string): (subject: string) => boolean {
  const pieces = decode(text).toLowerCase().split('*')
  const first = pieces.shift() ?? ''
  const last = pieces.pop()
  return subject => {
    if (last === undefined) return subject === first
    if (!subject.startsWith(first)) return false
    let at = first.length
    for (const piece of pieces) {
      const found = subject.indexOf(piece, at)
      if (found < 0) return false
      at = found + piece.length
    }
    return subject.length - last.length >= at && subject.endsWith(last)
  }
}

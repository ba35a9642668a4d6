import { RE2JS } from 're2js'

/** Rules compiled once; `match` gives the rule (as written) that forbids an address, or null. */
export type Rules = { match(url: URL): string | null }

/** Instructions of a compiled expression: beyond it one address would cost more than 10 ms. */
const maxProgram = 1_500

/** `whole` as it is for expressions; the rest in lower case for globs. */
type Subject = { whole: string; path: string; pathQuery: string; bare: string; barePath: string; scheme: string }
type Test = (subject: Subject) => boolean

/**
 * Globs and `re:` expressions against addresses. A glob (`*` is anything, letter case set aside) that begins with `/` is
 * held against the path (`/a/` is all in that folder), one with `://` against the whole address, any other against both and against host with path; the
 * query may be left out of what is compared. Expressions are those of RE2, in time linear in the address.
 * A rule that does not compile forbids nothing: `checkRule` says so before it is kept.
 */
export function compileRules(rules: readonly string[]): Rules {
  const tests = rules.flatMap(rule => {
    const test = compile(rule)
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

/** What is wrong with a rule, in words of the expression's compiler; null where it can be used. */
export function checkRule(rule: string): string | null {
  const text = rule.trim()
  if (!text.startsWith('re:')) return text === '' ? 'empty' : null
  if (text === 're:') return 'empty'
  try {
    const size = expression(text).programSize()
    return size > maxProgram ? `too large: ${size} steps of ${maxProgram}` : null
  } catch (error) {
    return (error as Error).message.replace(/^error parsing regexp: /, '').slice(0, 200)
  }
}

function expression(rule: string): RE2JS {
  // Escapes that only JavaScript writes so (`\u4e2d`, `\cA`) become those of RE2.
  return RE2JS.compile(RE2JS.translateRegExp(rule.slice('re:'.length)))
}

function compile(rule: string): Test | null {
  const text = rule.trim()
  if (checkRule(text) !== null) return null
  if (text.startsWith('re:')) {
    const compiled = expression(text)
    return subject => compiled.test(subject.whole)
  }
  // A folder is all that lies in it.
  const glob = globOf(/[^/]\/$/.test(text) ? `${text}*` : text)
  if (text.startsWith('/')) return ({ path, pathQuery }) => glob(path) || (pathQuery !== path && glob(pathQuery))
  if (text.includes('://')) return ({ scheme, bare, barePath }) => glob(scheme + bare) || glob(scheme + barePath)
  return subject =>
    glob(subject.path) ||
    glob(subject.bare) ||
    (subject.bare !== subject.barePath && (glob(subject.pathQuery) || glob(subject.barePath)))
}

/** `/private/` written as `/%70rivate/`, `//private/` or in capitals is the same place. */
function subjectOf(url: URL): Subject {
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
    // Some other encoding: only what is ASCII can be read.
    return text.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}

/** Pieces between stars are found one after the other: no backtracking. */
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

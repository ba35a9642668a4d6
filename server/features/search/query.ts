// Parses a search text into a query of lexemes: all words are required, phrases in their order, and words after a minus
// are excluded.
import { fragmentsOf, type QueryTerm, termsOf } from './cut.ts'
import { fold, nameKey, runsOf } from './fold.ts'

const mostPieces = 12
const mostTerms = 24

export type QueryPiece = { text: string; terms: QueryTerm[]; isPhrase: boolean; isMinus: boolean }
/** `key` is the whole text as a name; `pieces` are its parts between blanks or quotation marks. */
export type SearchRequest = { key: string; pieces: QueryPiece[] }

const pieces = /(?<minus>(?<=^|\s)[-－])?(?:"(?<phrase>[^"]*)"|(?<plain>[^\s"]+))/gu
const quotes = /[“”„«»「」『』＂]/g

export function readQuery(keyword: string): SearchRequest {
  const found: QueryPiece[] = []
  for (const match of keyword.replace(quotes, '"').matchAll(pieces)) {
    const { minus, phrase, plain } = match.groups ?? {}
    const text = fold(phrase ?? plain ?? '')
    const terms = dropSingleChars([...termsOf(text)]).slice(0, mostTerms)
    if (terms.length > 0) found.push({ text, terms, isPhrase: phrase !== undefined, isMinus: minus !== undefined })
    if (found.length === mostPieces) break
  }
  const wanted = found.filter(piece => !piece.isMinus)
  return { key: wanted.length > 0 ? nameKey(wanted.map(piece => piece.text).join(' ')) : '', pieces: found }
}

/** Single characters between words carry little meaning, and have other neighbours in another sentence. */
function dropSingleChars(terms: QueryTerm[]): QueryTerm[] {
  const rest = terms.filter(term => term.kind !== 'han' || [...term.text].length > 1)
  return rest.length > 0 ? rest : terms
}

/** `rough` matches somewhat more than `exact`, and is what an index evaluates fast. */
export type QueryPair = { exact: string; rough: string }

export type CompiledQuery = {
  /** Required part; empty if the query contains nothing to search for. */
  wanted: string
  /**
   * The same query as two disjoint parts, because an index evaluates words alone several times as fast: `plain` has all
   * pieces as words, `mixed` at least one only as a fragment of a name. Absent if the query cannot be split.
   */
  split?: { plain: string; mixed: QueryPair } | undefined
  /** Excluded part, as a separate query. */
  unwanted: string
}

/** Compiles tsqueries. A piece matches as words of a text, or as a fragment of a name. */
export function compile({ pieces }: SearchRequest, stem: (word: string) => string): CompiledQuery {
  const all = pieces.filter(piece => !piece.isMinus)
  // Stop words (“the”) are searched for only if there is nothing else, as a fragment of a name.
  const significant = all.filter(piece => wordsQuery(piece, stem) !== '')
  const searched = significant.length > 0 ? significant : all
  const wanted = searched.map(piece => pieceQuery(piece, stem)).filter(Boolean)
  const unwanted = pieces.filter(piece => piece.isMinus).map(piece => wordsQuery(piece, stem))
  const split = significant.length > 0 ? splitQuery(searched, stem) : undefined
  return { wanted: wanted.join(' & '), split, unwanted: unwanted.filter(Boolean).join(' | ') }
}

function splitQuery(pieces: QueryPiece[], stem: (word: string) => string): CompiledQuery['split'] {
  const plain = pieces.map(piece => wordsQuery(piece, stem)).join(' & ')
  const of = (isRough: boolean) => {
    const fragments = pieces.filter(piece => !piece.isPhrase).map(piece => fragmentQuery(piece.text, { isRough }))
    const all = pieces.map(piece => pieceQuery(piece, stem, { isRough }))
    return `${all.join(' & ')} & (${fragments.filter(Boolean).join(' | ')}) & !(${plain})`
  }
  const hasFragments = pieces.some(piece => !piece.isPhrase && fragmentQuery(piece.text) !== '')
  return hasFragments ? { plain, mixed: { exact: of(false), rough: of(true) } } : undefined
}

function pieceQuery(piece: QueryPiece, stem: (word: string) => string, { isRough = false } = {}): string {
  const words = wordsQuery(piece, stem)
  const fragment = piece.isPhrase ? '' : fragmentQuery(piece.text, { isRough })
  if (words && fragment) return `(${words} | ${fragment})`
  return words || fragment
}

function wordsQuery({ terms, isPhrase }: QueryPiece, stem: (word: string) => string): string {
  const lexemes = terms
    .map(term => ({
      at: term.at,
      end: term.at + (term.kind === 'word' ? 1 : [...term.text].length),
      text: term.kind === 'word' ? stem(term.text) : term.text,
    }))
    .filter(({ text }) => text !== '')
  if (lexemes.length === 0) return ''
  if (!isPhrase) return `(${[...new Set(lexemes.map(({ text }) => `'${text}'`))].join(' & ')})`
  lexemes.sort((a, b) => a.at - b.at || b.end - a.end)
  let query = ''
  let last = { at: 0, end: 0 }
  for (const lexeme of lexemes) {
    // A word within a longer word is implied by the longer one.
    if (query !== '' && lexeme.end <= last.end) continue
    query += query === '' ? `'${lexeme.text}'` : ` <${lexeme.at - last.at}> '${lexeme.text}'`
    last = lexeme
  }
  return `(${query})`
}

/**
 * Matches names that contain the letters of the piece in this order; empty if the piece is too short. `isRough`
 * requires at most three fragments of each run, in any order.
 */
export function fragmentQuery(text: string, { isRough = false } = {}): string {
  const queries = [...runsOf(text)].map(run => {
    const all = [...fragmentsOf(run.text)].filter(({ text }) => run.kind === 'word' || [...text].length === 2)
    const few = all.length > 0 ? all : run.kind === 'word' ? [] : [...fragmentsOf(run.text)]
    const fragments = few.slice(0, mostTerms)
    const met =
      isRough && fragments.length > 3
        ? [fragments[0]!, fragments[fragments.length >> 1]!, fragments.at(-1)!]
        : fragments
    return met.map(each => `'^${each.text}'`).join(isRough ? ' & ' : ' <-> ')
  })
  if (queries.length === 0 || queries.includes('')) return ''
  return `(${queries.map(query => `(${query})`).join(' & ')})`
}

/** Name fragments of every piece, and phrases also as words; empty if a piece is too short for fragments. */
export function titledQuery({ pieces }: SearchRequest, stem: (word: string) => string): QueryPair {
  const all = pieces.filter(piece => !piece.isMinus)
  const phrases = all.filter(piece => piece.isPhrase).map(piece => wordsQuery(piece, stem))
  const of = (isRough: boolean) => {
    const fragments = all.map(piece => fragmentQuery(piece.text, { isRough }))
    return fragments.includes('') ? '' : [...fragments, ...phrases.filter(Boolean)].join(' & ')
  }
  return { exact: of(false), rough: of(true) }
}

/** The words whose stems are needed. */
export function wordsIn({ pieces }: SearchRequest): string[] {
  return pieces.flatMap(piece => piece.terms.filter(term => term.kind === 'word').map(term => term.text))
}

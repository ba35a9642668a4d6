import { typedForms } from '#contract/identifier-key.ts'
import { schemeNames } from '#contract/identifier-scheme.ts'
import {
  type SearchFilter,
  type SearchItem,
  type SearchQuery,
  type SearchResult,
  searchCountsUpTo,
  searchEntities,
} from '#contract/search.api.ts'
import { countChars, cutText, cutUnits } from '#contract/text.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { findHits, maxReranked, type SearchHit, type SearchTerms } from './find.queries.ts'
import { fold, nameKey } from './fold.ts'
import { marksIn } from './passage.ts'
import { passagesOf, stemsFor } from './passages.ts'
import { type CompiledQuery, compile, readQuery, type SearchRequest, titledQuery, wordsIn } from './query.ts'
import { searchableEntities } from './search.policy.ts'
import { type EntrySummary, findEntrySummaries } from './shown.queries.ts'
import { latinNames, querySounds, soundsOf } from './sound.ts'
import { stemsOf } from './stem.queries.ts'
import { quarterOf } from './vector.ts'
import { findLag } from './write.queries.ts'

/** Prepares a query; undefined if it contains nothing to search for. */
export async function prepare(
  ctx: Ctx,
  keyword: string,
): Promise<{ request: SearchRequest; wanted: SearchTerms } | undefined> {
  const request = readQuery(keyword)
  const stem = await stemsOf(ctx, wordsIn(request))
  const compiled = compile(request, stem)
  if (compiled.wanted === '' || request.key === '') return undefined
  const numbers = typedForms(keyword, schemeNames)
  const words = request.pieces
    .filter(piece => !piece.isMinus)
    .flatMap(piece => piece.terms.map(({ text, kind }) => ({ text, isApart: kind === 'word' })))
  return {
    request,
    wanted: {
      ...withNumbers(compiled, numbers),
      key: request.key,
      sounds: querySounds(request.key),
      numbers,
      words,
      titled: titledQuery(request, stem),
    },
  }
}

/** The text may be a number that the record has in another form: without its dashes, with other digits. */
function withNumbers(compiled: CompiledQuery, numbers: readonly string[]): CompiledQuery {
  if (numbers.length === 0 || compiled.wanted === '') return compiled
  const wanted = `((${compiled.wanted}) | ${numbers.map(number => `'=${number}'`).join(' | ')})`
  return { ...compiled, wanted, split: undefined }
}

/** The index usually lags less than a second; only a longer lag is reported, in seconds. */
const reportedLagS = 3

export async function findAllResults(ctx: Ctx, query: SearchQuery): Promise<SearchResult> {
  const [found, lag] = await Promise.all([findEverywhere(ctx, query), findLag(ctx)])
  return lag < reportedLagS ? found : { ...found, behind_seconds: lag }
}

async function findEverywhere(ctx: Ctx, { current, pageSize, ...filter }: SearchQuery): Promise<SearchResult> {
  const page = { limit: pageSize, offset: (current - 1) * pageSize }
  const prepared = await prepare(ctx, filter.keyword)
  if (!prepared || page.offset > searchCountsUpTo)
    return { items: [], total: 0, current, pageSize, facets: { noun: [], year: [] } }
  const { request, wanted } = prepared
  const all = await findHits(ctx, wanted, filter, { ...page, quarters: [] })
  // The requested kinds may have few enough entries to be counted and ordered.
  const isOfFew = all.isMany && filter.kind !== undefined
  const found = isOfFew ? await findHits(ctx, wanted, filter, { ...page, quarters: [], isOfKind: true }) : all
  const hits = found.isMany ? await findFresh(ctx, wanted, filter, page) : found.hits
  const items = await itemsOf(ctx, request, wanted, hits)
  // A sample may miss a kind with few of very many matches, so all readable kinds are offered.
  const offered = all.isMany ? searchableEntities(ctx.actor.role) : all.nouns.map(({ value }) => value)
  const nouns = searchEntities
    .filter(noun => offered.includes(noun))
    .map(value => ({ value, count: all.nouns.find(each => each.value === value)?.count ?? 0 }))
  return {
    items,
    total: found.total,
    ...(found.isMany && { total_estimated: true }),
    current,
    pageSize,
    facets: { noun: nouns, year: found.years },
    ...(all.isMany && { facets_estimated: true }),
  }
}

const quarterMs = 91.3 * 86_400_000
const windows = [1, 2, 8, 40]

/**
 * The best of the newest if there are too many matches to count: extends the period by quarters until there are enough
 * to choose from.
 */
async function findFresh(
  ctx: Ctx,
  wanted: SearchTerms,
  filter: SearchFilter,
  page: { limit: number; offset: number },
): Promise<SearchHit[]> {
  const nowMs = ctx.now().getTime()
  for (const count of windows) {
    // Starts with the next quarter, because events may be in the future.
    const quarters = Array.from({ length: count + 1 }, (_, n) => quarterOf(new Date(nowMs + (1 - n) * quarterMs)))
    const found = await findHits(ctx, wanted, filter, { ...page, quarters })
    if (found.total >= page.offset + Math.max(page.limit, maxReranked / 2)) return found.hits
  }
  return (await findHits(ctx, wanted, filter, { ...page, quarters: [], isAny: true })).hits
}

async function itemsOf(
  ctx: Ctx,
  request: SearchRequest,
  wanted: SearchTerms,
  hits: readonly SearchHit[],
): Promise<SearchItem[]> {
  const shown = await findEntrySummaries(ctx, hits)
  const pieces = request.pieces.filter(piece => !piece.isMinus)
  const passages = await passagesOf(
    ctx,
    shown.map(each => each.body),
    pieces,
  )
  const titles = shown.map(each => fold(each.title))
  const stem = await stemsFor(ctx, titles, pieces)
  const made = new Map(
    shown.map((entry, n) => [`${entry.noun} ${entry.id} ${entry.part}`, { entry, passage: passages[n] ?? null }]),
  )
  return hits.flatMap(hit => {
    const found = made.get(`${hit.noun} ${hit.id} ${hit.part}`)
    if (!found) return []
    const { entry, passage } = found
    const titleMarks = marksIn(entry.title, pieces, stem)
    return [
      {
        noun: hit.noun,
        id: hit.id,
        title: entry.title,
        ...(entry.eng_name && { eng_name: entry.eng_name }),
        subtitle: entry.subtitle,
        region: entry.region,
        category: entry.category,
        year: entry.year,
        og: entry.og,
        why: whyOf(request, wanted, hit, entry, { title: titleMarks.length > 0, text: passage !== null }),
        title_marks: titleMarks,
        passage: passage ?? openingOf(entry.body),
        at: entry.at,
        version_id: hit.noun === 'page' ? hit.part : null,
        is_newest: entry.is_newest,
        more_versions: hit.noun === 'page' ? hit.versions - 1 : 0,
      },
    ]
  })
}

const openingChars = 180

/** A record found by its name is shown with the beginning of its text. */
function openingOf(body: string): SearchItem['passage'] {
  const text = cutUnits(body, 2 * openingChars)
    .replace(/\s+/g, ' ')
    .trim()
  if (text === '') return null
  return { text: cutText(text, openingChars) + (countChars(text) > openingChars ? '…' : ''), marks: [] }
}

type Why = SearchItem['why']

/** Reasons why a record was found, the strongest first. */
function whyOf(
  { key }: SearchRequest,
  { sounds: querySounds, numbers }: Pick<SearchTerms, 'sounds' | 'numbers'>,
  { tier }: SearchHit,
  shown: EntrySummary,
  has: { title: boolean; text: boolean },
): Why {
  const why: Why = []
  const alias = (fits: (key: string) => boolean) => shown.aliases.find(each => fits(nameKey(each))) ?? null
  const title = nameKey(shown.title)
  const isNumber = numbers.length > 0
  if (tier <= 1) {
    const isName = tier === 0 ? title === key : title.startsWith(key)
    const other = isName ? null : alias(each => (tier === 0 ? each === key : each.startsWith(key)))
    if (isName || other !== null) why.push(isName ? { by: 'name', text: null } : { by: 'alias', text: other })
    else why.push({ by: isNumber ? 'identifier' : 'name', text: null })
  } else if (tier === 2 || tier === 4) {
    const fits = (name: string) => {
      const sounds = soundsOf(nameKey(name), latinNames(name))
      const begins = (all: (string | null)[]) => all.some(each => querySounds.some(sound => each?.startsWith(sound)))
      if (begins([sounds.pinyin, ...sounds.later.pinyin])) return 'pinyin'
      return begins([sounds.initials, ...sounds.later.initials]) ? 'initials' : null
    }
    const by = fits(shown.title)
    const other = by === null ? (shown.aliases.find(each => fits(each) !== null) ?? null) : null
    why.push({ by: by ?? (other ? fits(other) : null) ?? 'pinyin', text: other })
  } else if (has.title) why.push({ by: 'title', text: null })
  else if (tier === 3 || tier === 5) {
    const holds = (each: string) => key.split(' ').every(word => each.includes(word))
    why.push(holds(title) ? { by: 'title', text: null } : { by: 'alias', text: alias(holds) })
  }
  if (has.text) why.push({ by: 'text', text: null })
  return why.length > 0 ? why : [{ by: has.title ? 'title' : 'alias', text: null }]
}

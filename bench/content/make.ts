// Pages with known body and surroundings: each article is set in its layout, and some of its texts become labels.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import iconv from 'iconv-lite'
import { type Random, randomFor, some, times } from '../sites/family.ts'
import { type Article, type Half, halves, type Layout, readArticles, readLayouts, readSurroundings } from './texts.ts'

export type MadePage = { id: string; url: string; html: Buffer; text: string; with: string[]; without: string[] }

const mostLabels = 8
const slot = /\[\[([\s\S]*?)\]\](?!\])/g
const command =
  /^([+-]?)(ps|items2|items|rows|pairs|comments|files|sign|nav|side|heads|title|section|site|source|date|name|num|js)(?: (\d+))?(?:: ([\s\S]*))?$/

/** Writes DIR/tune, DIR/judge and DIR/check in the form of the bench `content`, each page with its neighbours. */
export function makeContent(folder: string, seed: number): Record<Half, number> {
  const counts = { tune: 0, judge: 0, check: 0 }
  for (const half of halves) {
    const pages = makePages(half, seed).map(({ id, url, html, with: body, without }) => ({
      ...{ id, url, with: body, without, html_base64: html.toString('base64') },
    }))
    const neighbours = makeNeighbours(half, seed).flatMap(({ of, pages }) =>
      pages.map(({ url, html }) => ({ of, url, html_base64: html.toString('base64') })),
    )
    counts[half] = pages.length
    mkdirSync(join(folder, half), { recursive: true })
    writeLines(join(folder, half, 'pages.ndjson.zst'), pages)
    writeLines(join(folder, half, 'neighbours.ndjson.zst'), neighbours)
  }
  return counts
}

function writeLines(file: string, rows: readonly object[]): void {
  writeFileSync(file, zstdCompressSync(`${rows.map(row => JSON.stringify(row)).join('\n')}\n`))
}

export function makePages(half: Half, seed: number): MadePage[] {
  return settingsOf(half).map(({ layout, article, others }, at) =>
    makePage(layout, article, others, `${layout.name}-${at + 1}`, randomFor(seed, half, at)),
  )
}

/** A labelled page with other pages of its site. */
export type MadeNeighbours = { of: string; pages: { url: string; html: Buffer }[] }
const fewestNeighbours = 5
const mostNeighbours = 40

/**
 * Other pages of the site of each labelled page: other articles in its layout with its menus, a list of their titles, and
 * the article at a second address.
 */
export function makeNeighbours(half: Half, seed: number): MadeNeighbours[] {
  return settingsOf(half).map(({ layout, article, others }, at) => {
    const menus = makePage(layout, article, others, '', randomFor(seed, half, at)).menus
    const random = randomFor(seed, half, at, 'neighbours')
    const count = fewestNeighbours + random.int(mostNeighbours - fewestNeighbours + 1)
    const chosen = some(random, others, Math.min(count - 2, others.length)).map(other => ({
      ...other,
      site: article.site,
    }))
    const titles = [article, ...chosen].map(({ title }) => title)
    const empty = { items: [], items2: [], rows: [], pairs: [], comments: [], files: [], sign: [] }
    const list = { ...article, ...empty, title: article.section, ps: titles }
    const pages = [...chosen, list, article].map((own, nth) => {
      const rest = [article, ...others].filter(({ title }) => title !== own.title)
      const { html } = makePage(layout, own, rest, '', randomFor(seed, half, at, nth), menus)
      return { url: `${layout.url}?n=${nth + 1}`, html }
    })
    return { of: `${layout.name}-${at + 1}`, pages }
  })
}

type Setting = { layout: Layout; article: Article; others: Article[] }

/** Each article with its layout, and the other articles of its half and language. */
function settingsOf(half: Half): Setting[] {
  const layouts = new Map(readLayouts().map(layout => [layout.name, layout]))
  const articles = readArticles()
  return articles
    .filter(article => article.half === half)
    .map(article => {
      const layout = layouts.get(article.layout)
      if (layout?.half !== half) throw new Error(`No layout ${article.layout} for ${half}`)
      const others = articles.filter(
        other => other !== article && other.half === half && layouts.get(other.layout)?.language === layout.language,
      )
      return { layout, article, others }
    })
}

type Menus = { nav: string[]; side: string[] }

/** `menus`: those of the site; without them, the page draws its own. */
function makePage(
  layout: Layout,
  article: Article,
  others: Article[],
  id: string,
  random: Random,
  menus?: Menus,
): MadePage & { menus: Menus } {
  const words = readSurroundings()
  const wordsOf = (kind: string) => words.get(`${layout.language} ${kind}`) ?? []
  const headlines = [...wordsOf('heads'), ...others.map(({ title }) => title)]
  const body: string[] = []
  const around: string[] = []
  // A headline is used once on a page, so that a label has one place.
  const unused = some(random, headlines, headlines.length)
  const drawn = menus ?? { nav: some(random, wordsOf('nav'), 12), side: some(random, wordsOf('side'), 12) }

  const listOf = (kind: string, count: number): string[][] => {
    if (kind === 'heads') return unused.splice(0, count).map(text => [text])
    if (kind === 'nav' || kind === 'side') return drawn[kind].slice(0, count).map(text => [text])
    const lines = article[kind as 'ps' | 'rows'] as (string | string[])[]
    return lines.slice(0, count).map(line => (typeof line === 'string' ? [line] : line))
  }
  const fill = (sign: string, kind: string, count: number, pattern: string): string => {
    if (kind === 'num') return String(1_000 + random.int(80_000))
    if (kind === 'js') return times(count, () => script(random)).join('')
    if (kind === 'name') return article.name || random.pick(wordsOf('names'))
    if (pattern === '') return article[kind as 'title']
    const lists = listOf(kind, count)
    if (sign === '+') body.push(...bodyLabels(kind, lists))
    else if (sign === '-' && lists.length > 0) around.push(label(random.pick(lists)[0] as string))
    return lists.map((cells, at) => setIn(pattern, cells, at + 1, random)).join('')
  }
  const text = layout.html.replace(slot, (_, inner: string) => {
    const found = command.exec(inner)
    if (found) return fill(found[1] ?? '', found[2] ?? '', Number(found[3] ?? 99), found[4] ?? '')
    const literal = inner.slice(1)
    ;(inner.startsWith('+') ? body : around).push(literal.replaceAll('&gt;', '>').trim())
    return literal
  })
  const once = body.filter(each => text.split(each).length === 2)
  return {
    id,
    url: layout.url.replace(/\d(?=\D*$)/, digit => String((Number(digit) + random.int(9)) % 10)),
    html: layout.charset === 'utf8' ? Buffer.from(text) : iconv.encode(text, layout.charset),
    text,
    with: thinned(once.length < 3 ? [article.title, ...once] : once),
    without: thinned(around),
    menus: drawn,
  }
}

/** The ends and the middle of the article, where tools err. */
function bodyLabels(kind: string, lists: string[][]): string[] {
  const ends = lists.length > 1 ? [lists[0], lists.at(-1)] : lists
  const middle = kind === 'ps' && lists.length > 2 ? [lists[Math.floor(lists.length / 2)]] : []
  const longest = (cells: string[]) => cells.toSorted((a, b) => b.length - a.length)[0] as string
  return [...ends, ...middle].map(cells => {
    if (kind === 'pairs') return label(cells?.[1] ?? '')
    return label(kind === 'rows' ? longest(cells ?? ['']) : (cells?.[0] ?? ''))
  })
}

/** The end of a long text, from the beginning of a word. */
function label(text: string): string {
  const chars = Array.from(text)
  if (chars.length <= 45) return text
  const end = chars.slice(-40).join('')
  return text.includes(' ') && !/\p{Script=Han}/u.test(text) ? end.slice(end.indexOf(' ') + 1) : end
}

/** At most eight, evenly from the list. */
function thinned(labels: string[]): string[] {
  const distinct = [...new Set(labels)]
  const count = Math.min(mostLabels, distinct.length)
  return times(count, at => distinct[Math.floor((at * distinct.length) / count)] as string)
}

/** `$` the text, `$1` and `$2` the halves of a pair, `$cells` the cells of a row by the pattern after `~`, `$i` `$h`. */
function setIn(pattern: string, cells: string[], at: number, random: Random): string {
  const [line = '', cell = ''] = pattern.split(' ~ ')
  const row = () => cells.map(text => cell.replace('$h', '#').replace('$', () => text)).join('')
  return line.replaceAll(/\$(cells|[12ih](?![a-z])|)/g, (_, name: string) => {
    if (name === 'cells') return row()
    if (name === 'i') return String(at)
    if (name === 'h') return `/a/${random.int(9_999)}.html`
    return name === '' ? (cells[0] as string) : (cells[Number(name) - 1] ?? '')
  })
}

function script(random: Random): string {
  const calls = times(6, () => `w.push({k:"s${random.int(9_999)}",v:${random.int(99)},t:function(){return d.body}});`)
  return `<script type="text/javascript">(function(w,d){${calls.join('')}})(window._q=window._q||[],document);</script>`
}

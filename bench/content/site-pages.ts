// A recorded site with one known layout (`site.ndjson.zst`) as labelled pages: texts of the column of the content are
// the body, texts of the menu and the footer surround it. Its pages are the neighbours of each other.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DomUtils, parseDocument } from 'htmlparser2'
import { extractHtml } from '#server/text/extract.ts'
import { countedTexts, findShared, frameShared } from '#server/text/shared-texts.ts'
import { readCaptures } from '../captures.ts'
import { noCounts, plain, ratesOf, score, sharedRates } from './score.ts'

type State = { path: string; html: string | null }
const { findAll, getElementsByTagName, removeElement, textContent } = DomUtils
const mostLabels = 8

export async function scoreSite(folder: string) {
  const file = join(folder, 'site.ndjson.zst')
  if (!existsSync(file)) return
  const states = new Map<string, string>()
  for await (const { path, html } of readCaptures<State>(file))
    if (html === null) states.delete(path)
    else states.set(path, html)
  const pages = [...states].map(([path, html]) => ({
    page: { id: path, ...labelsOf(html) },
    extract: extractHtml(html, `https://site.invalid/${path}`),
  }))
  const shared = findShared(pages.map(({ extract }) => countedTexts(extract.blocks)))
  const [alone, together] = [noCounts(), noCounts()]
  for (const { page, extract } of pages) {
    score(alone, page, extract)
    score(together, page, { blocks: frameShared(extract.blocks, shared) })
  }
  return { pages: pages.length, shared_texts: shared.length, ...ratesOf(alone), ...sharedRates(together) }
}

/** The ends of the content and texts between them, evenly; what the surroundings have as well is no label. */
function labelsOf(html: string) {
  const document = parseDocument(html)
  const named = (name: RegExp) =>
    findAll(
      ({ name: tag, attribs }) => tag === 'div' && name.test(`${attribs.id ?? ''} ${attribs.class ?? ''}`),
      document.children,
    )
  const textsOf = (name: RegExp, tags: string[]) =>
    named(name)
      .slice(0, 1)
      .flatMap(element => tags.flatMap(tag => getElementsByTagName(tag, element.children)))
      .map(element => plain(textContent(element)))
      .filter(text => text.length >= 4 && text.length <= 400)
  const around = [...new Set([...textsOf(/sidebar/, ['li']), ...textsOf(/\bfooter\b/, ['p'])])]
  for (const list of named(/\bcol-sm-4\b|markdown-toc|nav-tabs/)) removeElement(list)
  const all = plain(textContent(document))
  const body = [...new Set(textsOf(/^ col-sm-9|col-lg-9|^ .*col-sm-9/, ['h1', 'h2', 'h3', 'p', 'li']))].filter(
    text => all.split(text).length === 2,
  )
  return { with: evenly(body), without: evenly(around.filter(text => all.split(text).length === 2)) }
}

function evenly(list: string[]): string[] {
  const count = Math.min(mostLabels, list.length)
  return Array.from(
    { length: count },
    (_, at) => list[Math.floor((at * (list.length - 1)) / Math.max(1, count - 1))] as string,
  )
}

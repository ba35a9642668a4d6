// The text files of the pages: layouts with slots, articles, and the words of what surrounds them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const halves = ['tune', 'judge', 'check'] as const
export type Half = (typeof halves)[number]
export type Layout = { name: string; language: string; half: Half; charset: string; url: string; html: string }
/** Lines of an article by their kind; the cells of a table row or a pair are separate. */
export type Article = {
  layout: string
  half: Half
  title: string
  site: string
  section: string
  source: string
  date: string
  name: string
  ps: string[]
  items: string[]
  items2: string[]
  rows: string[][]
  pairs: string[][]
  comments: string[]
  files: string[]
  sign: string[]
}
/** For each language: `nav`, `side`, `heads` (headlines), `names`. */
export type Surroundings = Map<string, string[]>

const entriesOf = (folder: string, file: string): { head: string; body: string }[] =>
  readFileSync(join(import.meta.dirname, folder, file), 'utf8')
    .split(/^@/m)
    .slice(1)
    .map(entry => ({ head: entry.slice(0, entry.indexOf('\n')), body: entry.slice(entry.indexOf('\n') + 1).trim() }))

export function readLayouts(): Layout[] {
  return readdirSync(join(import.meta.dirname, 'layouts')).flatMap(file =>
    entriesOf('layouts', file).map(({ head, body }) => {
      const [name = '', language = '', half = '', charset = '', url = ''] = head.split(' ')
      return { name, language, half: half as Half, charset, url, html: body }
    }),
  )
}

export function readArticles(): Article[] {
  return halves.flatMap(half =>
    ['zh', 'other'].flatMap(file =>
      entriesOf('texts', `${file}-${half}.txt`).map(({ head, body }) => articleOf(head, half, body)),
    ),
  )
}

export function readSurroundings(): Surroundings {
  return new Map(entriesOf('texts', 'surroundings.txt').map(({ head, body }) => [head, body.split('|')]))
}

/** The first sign of a line is its kind (README.md); a line without one is a paragraph. */
function articleOf(layout: string, half: Half, body: string): Article {
  const [title = '', about = '', ...lines] = body.split('\n')
  const [site = '', section = '', source = '', date = '', name = ''] = about.split('|')
  const after = (sign: string) => lines.filter(line => line.startsWith(`${sign} `)).map(line => line.slice(2))
  const cellsAfter = (sign: string) => after(sign).map(line => line.split(' | '))
  return {
    ...{ layout, half, title, site, section, source, date, name },
    ps: lines.filter(line => !/^[*\-|:>+=] /.test(line)),
    ...{ items: after('*'), items2: after('-'), rows: cellsAfter('|'), pairs: cellsAfter(':') },
    ...{ comments: after('>'), files: after('+'), sign: after('=') },
  }
}

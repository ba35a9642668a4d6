import { edgeKeyOf, type Graph } from './graph.ts'
import type { Words } from './use-words.ts'

/** An apostrophe before what a spreadsheet would run as a formula, as in the files that the server makes. */
const safe = (text: string) => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text)
const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The links that are shown, one a line under `heads`, with a mark of UTF-8 for spreadsheets. */
export function csvOf(graph: Graph, words: Words, heads: readonly string[]): string {
  const lines = graph.edges.map(edge => [
    words.nameOf(edge.from),
    words.nameOf(edge.to),
    words.sentenceOf(edge),
    edge.label ?? '',
    edge.start_time ?? '',
    edge.end_time ?? '',
    edge.from,
    edge.to,
    edgeKeyOf(edge),
  ])
  return `\ufeff${[heads, ...lines].map(line => line.map(text => cell(safe(text))).join(',')).join('\r\n')}\r\n`
}

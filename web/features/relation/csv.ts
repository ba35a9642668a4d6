import { edgeKeyOf, type Graph } from './graph.ts'
import type { GraphWords } from './use-words.ts'

/** Adds an apostrophe before text that a spreadsheet would run as a formula, as the server's exports do. */
const safe = (text: string) => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text)
const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The visible links, one per line below `heads`, with a byte order mark for spreadsheets. */
export function csvOf(graph: Graph, words: GraphWords, heads: readonly string[]): string {
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

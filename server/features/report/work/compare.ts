import type { Reply } from '#contract/endpoint.ts'
import type { ReportBody } from '#contract/report-body.ts'
import { piecesOfBody, type ReportPiece } from '#contract/report-text.ts'
import type { compareReportVersions as endpoint } from '#contract/report-version.api.ts'
import { compareSequences } from '#server/text/compare-sequence.ts'
import { compareTokens, freshLimits, numberedTexts, type TokenRun } from '#server/text/compare-tokens.ts'

export type ReportDiffBlock = Reply<typeof endpoint>['blocks'][number]
type ReportSide = { title: string; summary: string | null; body: ReportBody }
/** `length`: characters of the text, as stored with the version. */
export type ReportCompareTask = Record<'before' | 'after', ReportSide & { length: number }>

/** Step limit for comparing blocks; the rest is compared roughly. */
const maxSteps = 5_000_000
/** Minimum share of common text for two blocks to count as one rewritten block. */
const minSimilarity = 0.3

/** Changes between two texts: block by block, and word by word within rewritten blocks. */
export function compareReports(before: ReportSide, after: ReportSide): ReportDiffBlock[] {
  const [old, now] = [piecesOf(before), piecesOf(after)]
  const numbers = new Map<string, number>()
  const texts = (pieces: ReportPiece[]) => pieces.map(piece => `${piece.type}\u0000${piece.text}`)
  const { regions } = compareSequences(numberedTexts(texts(old), numbers), numberedTexts(texts(now), numbers), maxSteps)
  const limits = freshLimits()
  const blocks: ReportDiffBlock[] = []
  let at = 0
  const same = (end: number) => {
    for (const piece of now.slice(at, end)) blocks.push(blockOf('same', piece, [{ kind: 'same', text: piece.text }]))
  }
  for (const [fromStart, fromEnd, toStart, toEnd] of regions) {
    same(toStart)
    blocks.push(...comparePieces(old.slice(fromStart, fromEnd), now.slice(toStart, toEnd), limits))
    at = toEnd
  }
  same(now.length)
  return blocks
}

function piecesOf({ title, summary, body }: ReportSide): ReportPiece[] {
  return [
    { type: 'title', text: title },
    ...(summary ? [{ type: 'summary', text: summary }] : []),
    ...piecesOfBody(body).filter(piece => piece.text !== '' || piece.type === 'horizontalRule'),
  ]
}

/** Pairs each new block with the next old one that it may come from; the others are added or removed. */
function comparePieces(
  old: ReportPiece[],
  now: ReportPiece[],
  limits: ReturnType<typeof freshLimits>,
): ReportDiffBlock[] {
  const blocks: ReportDiffBlock[] = []
  // Removed blocks come before those that replace them.
  let came: ReportDiffBlock[] = []
  let at = 0
  for (const piece of now) {
    const match = nextMatch(old, at, piece, limits)
    if (match) {
      blocks.push(...old.slice(at, match.at).map(removedBlock), ...came, blockOf('changed', piece, match.pieces))
      came = []
      at = match.at + 1
    } else came.push(blockOf('added', piece, [{ kind: 'added', text: piece.text }]))
  }
  return [...blocks, ...old.slice(at).map(removedBlock), ...came]
}

/** Number of old blocks ahead that are searched for a new block. */
const window = 6

function nextMatch(old: ReportPiece[], start: number, piece: ReportPiece, limits: ReturnType<typeof freshLimits>) {
  for (let at = start; at < Math.min(old.length, start + window); at += 1) {
    const before = old[at] as ReportPiece
    if (familyOf(before) !== familyOf(piece)) continue
    const runs = compareTokens(before.text, piece.text, limits)
    const shared = runs.reduce((sum, run) => sum + (run.op === 'same' ? run.text.length : 0), 0)
    if (shared >= minSimilarity * Math.max(before.text.length, piece.text.length) || familyOf(piece) === 'title')
      return { at, pieces: runs.map(pieceOf) }
  }
  return undefined
}

/** Paragraph, heading and list item may turn into each other. */
function familyOf({ type }: ReportPiece): string {
  return /^(paragraph|heading\d|listItem|blockquote)$/.test(type) ? 'text' : type
}

const pieceOf = ({ op, text }: TokenRun): ReportDiffBlock['pieces'][number] => ({ kind: op, text })
const removedBlock = (piece: ReportPiece): ReportDiffBlock =>
  blockOf('removed', piece, [{ kind: 'removed', text: piece.text }])

function blockOf(
  kind: ReportDiffBlock['kind'],
  { type }: ReportPiece,
  pieces: ReportDiffBlock['pieces'],
): ReportDiffBlock {
  return { kind, type, pieces: pieces.filter(piece => piece.text !== '') }
}

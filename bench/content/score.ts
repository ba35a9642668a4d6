// Labelled segments of a page against the blocks whose part is `main`.
import type { Extract } from '#server/text/extract.ts'

export type LabelledPage = { id: string; url: string; html_base64: string; with: string[]; without: string[] }
export type Counts = { tp: number; fn: number; fp: number; tn: number; inAll: number }

export const noCounts = (): Counts => ({ tp: 0, fn: 0, fp: 0, tn: 0, inAll: 0 })

/** Adds the segments of a page to the counts. Both sides: NFC, no characters of no width, white space as one blank. */
export function score(
  counts: Counts,
  page: Pick<LabelledPage, 'with' | 'without' | 'id'>,
  { blocks }: Pick<Extract, 'blocks'>,
): void {
  const body = plain(
    blocks
      .filter(({ part }) => part === 'main')
      .map(({ text }) => text)
      .join(' '),
  )
  const all = plain(blocks.map(({ text }) => text).join(' '))
  for (const segment of page.with) {
    const text = plain(segment)
    if (body.includes(text)) counts.tp += 1
    else counts.fn += 1
    if (process.env.OG_BENCH_TELL && !body.includes(text) && all.includes(text)) console.log(`lost ${page.id}\t${text}`)
    if (all.includes(text)) counts.inAll += 1
  }
  for (const segment of page.without) {
    if (process.env.OG_BENCH_TELL && body.includes(plain(segment))) console.log(`kept ${page.id}\t${segment}`)
    if (body.includes(plain(segment))) counts.fp += 1
    else counts.tn += 1
  }
}

export function plain(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The rates if shared texts belong to the frame. */
export function sharedRates(counts: Counts) {
  const { precision, recall, f } = ratesOf(counts)
  return { shared_precision: precision, shared_recall: recall, shared_f: f }
}

/** Precision tp / (tp + fp), recall tp / (tp + fn), F 2 tp / (2 tp + fp + fn), as trafilatura's evaluation has them. */
export function ratesOf({ tp, fn, fp }: Counts): { precision: number; recall: number; f: number } {
  const round = (value: number) => Math.round(value * 1000) / 1000
  return { precision: round(tp / (tp + fp)), recall: round(tp / (tp + fn)), f: round((2 * tp) / (2 * tp + fp + fn)) }
}

import { cutText } from '#contract/text.ts'
import type { Hunk, TextComparison } from './compare.ts'

const excerptChars = 240

/**
 * The first words of the largest change, in the content if anything changed there: of the added text, otherwise of the
 * removed text.
 */
export function excerptOf({ hunks }: Pick<TextComparison, 'hunks'>): string | null {
  const weight = (hunk: Hunk) => Math.max(hunk.addedChars, hunk.removedChars)
  const told = hunks.filter(hunk => hunk.kind !== 'moved')
  // A counter in the footer changes on every page: it must not represent the page.
  const inContent = told.filter(hunk => (hunk.after[0] ?? hunk.before[0])?.part === 'main')
  const most = (inContent.length > 0 ? inContent : told).reduce<Hunk | undefined>(
    (best, hunk) => (best === undefined || weight(hunk) > weight(best) ? hunk : best),
    undefined,
  )
  if (!most) return null
  const [before, after] = [textOf(most.before), textOf(most.after)]
  const text = after === '' ? before : fromChange(before, after)
  return text === '' ? null : cutText(text, excerptChars)
}

const textOf = (blocks: Hunk['after']): string =>
  blocks
    .map(block => block.text)
    .join(' ')
    .trim()

const sentenceEnds = ['. ', '! ', '? ', '。', '！', '？', '；', '\n']

/** Starts at the first sentence that differs: the sentences before it are unchanged. */
function fromChange(before: string, after: string): string {
  let same = 0
  while (same < before.length && same < after.length && before[same] === after[same]) same += 1
  const lead = after.slice(0, same)
  const ends = sentenceEnds.map(end => lead.lastIndexOf(end) + (lead.includes(end) ? end.length : 1))
  const rest = after.slice(Math.max(0, ...ends)).trim()
  // If only the end was cut off, the remaining text is used.
  return rest === '' ? after : rest
}

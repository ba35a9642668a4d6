import { cutText } from '#contract/text.ts'
import type { Comparison, Hunk } from './compare.ts'

const excerptChars = 240

/** The first words of what changed most, in the content if anything did there: of what came, else of what went. */
export function excerptOf({ hunks }: Pick<Comparison, 'hunks'>): string | null {
  const weight = (hunk: Hunk) => Math.max(hunk.addedChars, hunk.removedChars)
  const told = hunks.filter(hunk => hunk.kind !== 'moved')
  // A counter in the footer changes on every page: it never stands for what the page itself says.
  const inContent = told.filter(hunk => (hunk.after[0] ?? hunk.before[0])?.part === 'main')
  const most = (inContent.length > 0 ? inContent : told).reduce<Hunk | undefined>(
    (best, hunk) => (best === undefined || weight(hunk) > weight(best) ? hunk : best),
    undefined,
  )
  if (!most) return null
  const blocks = most.after.length > 0 ? most.after : most.before
  const text = blocks
    .map(block => block.text)
    .join(' ')
    .trim()
  return text === '' ? null : cutText(text, excerptChars)
}

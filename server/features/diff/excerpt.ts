import { cutText } from '#contract/text.ts'
import type { Comparison, Hunk } from './compare.ts'

const excerptChars = 240

/** The first words of what changed most: of what came, else of what went. */
export function excerptOf({ hunks }: Pick<Comparison, 'hunks'>): string | null {
  const weight = (hunk: Hunk) => Math.max(hunk.addedChars, hunk.removedChars)
  const most = hunks
    .filter(hunk => hunk.kind !== 'moved')
    .reduce<Hunk | undefined>(
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

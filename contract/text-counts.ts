import * as z from 'zod/mini'

/**
 * How much of a file could be read. `pages` and the other page counts apply to paged files (PDF), summed over all those
 * inside the upload. `picture_pages`: pages without text that show something. `unread_chars`: the number of `chars` for
 * which no character is known.
 */
export const TextCounts = z.strictObject({
  pages: z.int(),
  /** Less than `pages` if reading took too long or there was too much text. */
  pages_read: z.int(),
  picture_pages: z.int(),
  /** Damaged pages. */
  broken_pages: z.int(),
  chars: z.int(),
  unread_chars: z.int(),
})
export type TextCounts = z.output<typeof TextCounts>

/** Whether a file has text, or pictures that may show text, that was not read. */
export const isPartlyRead = (counts: TextCounts | null): boolean =>
  counts !== null &&
  counts.pages - counts.pages_read + counts.picture_pages + counts.broken_pages + counts.unread_chars > 0

export const noTextCounts: TextCounts = {
  pages: 0,
  pages_read: 0,
  picture_pages: 0,
  broken_pages: 0,
  chars: 0,
  unread_chars: 0,
}

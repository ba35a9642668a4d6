import * as z from 'zod/mini'

/**
 * How much of a file its reader could read. `pages` and the others are of paged files (PDF), all those inside the upload together;
 * `picture_pages`: pages without text that show something; `unread_chars`: of `chars`, those that no character is known for.
 */
export const TextCounts = z.strictObject({
  pages: z.int(),
  /** Less than `pages` where reading took too long or there was too much text. */
  pages_read: z.int(),
  picture_pages: z.int(),
  /** Pages that are damaged. */
  broken_pages: z.int(),
  chars: z.int(),
  unread_chars: z.int(),
})
export type TextCounts = z.output<typeof TextCounts>

export const noTextCounts: TextCounts = {
  pages: 0,
  pages_read: 0,
  picture_pages: 0,
  broken_pages: 0,
  chars: 0,
  unread_chars: 0,
}

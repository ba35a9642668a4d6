import * as z from 'zod/mini'

/** How much of a feed was read. A feed is a page, and its entries are the page's text. */
export const FeedCounts = z.strictObject({
  /** Entries that are part of the page. */
  entries: z.int(),
  /** Entries without a title, a text or an address, and values that are no entries. */
  unreadable: z.int(),
  /** Entries that the feed contains more than once. */
  repeated: z.int(),
  /** Entries without a usable address: they are read, but lead to no page. Part of `entries`. */
  no_link: z.int(),
  /** The feed has more entries than are read. */
  is_over: z.boolean(),
  /** The feed ends before its end, or cannot be read to its end. */
  is_cut: z.boolean(),
})
export type FeedCounts = z.output<typeof FeedCounts>

import * as z from 'zod/mini'

/** Files that a page shows: stylesheets, pictures and fonts. */
export const assetKinds = ['style', 'picture', 'font'] as const
export type AssetKind = (typeof assetKinds)[number]

/**
 * Files of a version by kind: `kept`, and `missed` by the reason why they were not: a code of `fetchReasons`, an HTTP
 * status as `http_404`, or one of `assetReasons`.
 */
export const SnapshotCounts = z.strictObject({
  kept: z.partialRecord(z.enum(assetKinds), z.int()),
  missed: z.partialRecord(z.enum(assetKinds), z.record(z.string(), z.int())),
  /** Why the picture of the whole page was not kept; absent if it was, or if none was to be taken. */
  drawing: z.optional(z.string()),
  /** Why the files could not be fetched at all. */
  fault: z.optional(z.string()),
})
export type SnapshotCounts = z.output<typeof SnapshotCounts>

/** Reasons in addition to those of pages; screens have a sentence for each. */
export const assetReasons = [
  'limit_site',
  'limit_files',
  'bad_format',
  'too_wide',
  'file_large',
  'limit_view',
  'lost',
] as const

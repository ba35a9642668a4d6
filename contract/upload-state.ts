/** `received` and `processing` are the worker's; `ready` waits for review; `failed` says why. */
export const uploadStatuses = ['received', 'processing', 'ready', 'failed', 'accepted', 'rejected'] as const
export type UploadStatus = (typeof uploadStatuses)[number]

/** What a file is by its content, never by its name. */
export const uploadKinds = [
  'pdf',
  'document',
  'sheet',
  'slides',
  'html',
  'text',
  'image',
  'mail',
  'archive',
  'other',
] as const
export type UploadKind = (typeof uploadKinds)[number]

/** Why no text could be read. */
export const uploadFailures = [
  'empty',
  'broken',
  'encrypted',
  'too_large',
  'too_slow',
  'too_much_memory',
  'bomb',
  'unknown_type',
] as const
export type UploadFailure = (typeof uploadFailures)[number]

/**
 * What a reviewer should know of a file before opening it. `eicar`: it holds the test string of virus scanners;
 * `unread_format`: it may well have text, which nothing here reads; `members_unread`: so has a file inside it; `slow`: reading took too
 * long, and only what was read until then is kept; `unread_chars`, `picture_pages`, `broken_pages`: as many as `text_counts` says.
 */
export const uploadFlags = [
  'eicar',
  'script',
  'macro',
  'external',
  'name_differs',
  'truncated',
  'no_text',
  'unread_format',
  'members_unread',
  'slow',
  'unread_chars',
  'picture_pages',
  'broken_pages',
] as const

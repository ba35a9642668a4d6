/** `received` and `processing` belong to the worker; `ready` waits for review; `failed` has a reason in `failure`. */
export const uploadStatuses = ['received', 'processing', 'ready', 'failed', 'accepted', 'rejected'] as const
export type UploadStatus = (typeof uploadStatuses)[number]

/** Kind of a file, detected from its content, never from its name. */
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

/**
 * Why no text could be read. `storage_fault`, `interrupted`: temporary reasons that all tries met (the file could not be
 * fetched; the reading process was killed, as when memory is short).
 */
export const uploadFailures = [
  'empty',
  'broken',
  'encrypted',
  'too_large',
  'too_slow',
  'too_much_memory',
  'bomb',
  'unknown_type',
  'storage_fault',
  'interrupted',
] as const
export type UploadFailure = (typeof uploadFailures)[number]

/**
 * Warnings for a reviewer before opening a file. `eicar`: it contains the test string of virus scanners;
 * `unread_format`: it may contain text, but no reader here supports the format; `members_unread`: the same for a file
 * inside it; `slow`: reading took too long, and only the text read until then is stored; `unread_chars`,
 * `picture_pages`, `broken_pages`: the numbers are in `text_counts`; `older_text`: a newer reader could not read it, and
 * the text is that of an older one.
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
  'older_text',
] as const

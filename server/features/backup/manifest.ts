import * as z from 'zod/mini'

/** Read before anything else of a backup: what it is, and of which version of the console. */
export const Header = z.object({
  format: z.literal('og-group backup'),
  version: z.literal(1),
  console: z.string(),
  started_at: z.string(),
  /** Names of the migrations it stands at. */
  migrations: z.array(z.string()),
})
export type Header = z.output<typeof Header>

const Rows = z.object({
  columns: z.array(z.string()),
  rows: z.int(),
  /** Over all rows, in whatever order (row-digest.ts). */
  digest: z.string(),
})
export type Rows = z.output<typeof Rows>

/** Read last: what a complete backup holds. */
export const Manifest = z.object({
  tables: z.record(z.string(), Rows),
  jobs: Rows,
  /** The last value each identity has given, by table and column. */
  sequences: z.array(z.object({ table: z.string(), column: z.string(), last: z.string() })),
  files: z.int(),
  file_bytes: z.int(),
  /** Files that rows name and that were not there. */
  lost: z.array(z.string()),
  /** Captures that could not be read when it was made. */
  lost_captures: z.int(),
  /** Members before this one, and lists of their hashes. */
  members: z.int(),
  sums: z.int(),
})
export type Manifest = z.output<typeof Manifest>

/** Told to whoever runs the command, without a stack. */
export class BackupError extends Error {}

const sentences: Record<string, (path: string) => string> = {
  ENOSPC: path => `The disk is full: there is no room for ${path}.`,
  EDQUOT: path => `The disk is full: there is no room for ${path}.`,
  EACCES: path => `${path} cannot be written or read by this user.`,
  EPERM: path => `${path} cannot be written or read by this user.`,
  EROFS: path => `${path} lies on a disk that cannot be written.`,
  ENOENT: path => `${path} is not there.`,
  ENOTDIR: path => `${path} is not there.`,
  EISDIR: path => `${path} is a folder; the name of a file is needed.`,
  53100: () => 'The disk of the database is full.',
  53200: () => 'The database is out of memory.',
}

/** One sentence of what a disk or the database said; anything else as it is. */
export function sayError(error: unknown, path: string): unknown {
  const sentence = sentences[(error as NodeJS.ErrnoException).code ?? '']
  return sentence && !(error instanceof BackupError) ? new BackupError(sentence(path), { cause: error }) : error
}

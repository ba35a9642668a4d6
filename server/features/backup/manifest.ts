import * as z from 'zod/mini'

/** Read before anything else in a backup: its format and the version of its console. */
export const BackupHeader = z.object({
  format: z.literal('og-group backup'),
  version: z.literal(1),
  console: z.string(),
  started_at: z.string(),
  /** Names of the migrations that its database had. */
  migrations: z.array(z.string()),
})
export type BackupHeader = z.output<typeof BackupHeader>

const TableContent = z.object({
  columns: z.array(z.string()),
  rows: z.int(),
  /** A digest of all rows, independent of their order (row-digest.ts). */
  digest: z.string(),
})
export type TableContent = z.output<typeof TableContent>

/** Read last: the content of a complete backup. */
export const BackupManifest = z.object({
  tables: z.record(z.string(), TableContent),
  jobs: TableContent,
  /** The last value that each identity has assigned, by table and column. */
  sequences: z.array(z.object({ table: z.string(), column: z.string(), last: z.string() })),
  files: z.int(),
  file_bytes: z.int(),
  /** Files that rows name but that did not exist. */
  lost: z.array(z.string()),
  /** Snapshots that could not be read when the backup was made. */
  lost_captures: z.int(),
  /** The number of members before this one, and of lists of hashes. */
  members: z.int(),
  sums: z.int(),
})
export type BackupManifest = z.output<typeof BackupManifest>

/** An error that is printed to the operator without a stack. */
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

/** Turns an error of a disk or the database into one sentence; other errors are returned unchanged. */
export function describeError(error: unknown, path: string): unknown {
  const sentence = sentences[(error as NodeJS.ErrnoException).code ?? '']
  return sentence && !(error instanceof BackupError) ? new BackupError(sentence(path), { cause: error }) : error
}

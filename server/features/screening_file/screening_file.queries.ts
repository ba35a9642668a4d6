import type { Selectable } from 'kysely'
import type { ScreeningFile } from '#contract/screening_file.api.ts'
import { fileTable } from '#server/ingest/staging/file-table.queries.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { ScreeningFile as FileTable } from '#server/platform/db/db-types.ts'

type OfContract = 'state' | 'format' | 'layout' | 'sample' | 'seen' | 'plan' | 'counts' | 'unread' | 'lists'
export type StoredFile = Omit<Selectable<FileTable>, OfContract | 'locale'> &
  Pick<ScreeningFile, OfContract> & { locale: 'zh-CN' | 'en-US'; version?: string }
export type FileState = StoredFile['state']

export const screeningFiles = fileTable<StoredFile>('screening_file', {
  states: ['reading', 'screening'],
  json: ['layout', 'sample', 'seen', 'plan', 'counts', 'unread', 'lists'],
})
/** The rows of files as read. */
export const fileCells = { name: 'screening_file_row', id: 'file_id' } as const

/** Results before the first row is compared. */
export const noResults: Pick<StoredFile, 'progress' | 'counts' | 'uncompared' | 'unread'> = {
  progress: 0,
  counts: { strong: 0, possible: 0, none: 0, wrong: 0 },
  uncompared: 0,
  unread: [],
}

/** Deletes the user's own file with its rows; the caller releases its stored file. */
export async function removeFile(ctx: Ctx, id: number): Promise<{ file_key: string | null } | undefined> {
  return await ctx.db
    .deleteFrom('screening_file')
    .where('id', '=', id)
    .where('owner', '=', ctx.actor.id ?? 0)
    .returning('file_key')
    .executeTakeFirst()
}

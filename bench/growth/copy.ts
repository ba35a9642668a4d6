// How fast the tables are read for a backup: by the same COPY, up to this many bytes.
import { copyTable, findTables } from '#server/features/backup/backup.queries.ts'
import { openConnection } from '#server/platform/db/connection.ts'

const enough = 1_000_000_000

/** MB of the backup's own text per second; dividing the sum of table sizes by it gives the duration of a backup. */
export async function measureCopy(url: string): Promise<number> {
  const connection = await openConnection(url)
  const startedAt = performance.now()
  let bytes = 0
  try {
    for (const table of await findTables(connection.db)) {
      if (bytes >= enough) break
      for await (const chunk of connection.copyOut(copyTable(table)) as AsyncIterable<Buffer>) {
        bytes += chunk.length
        if (bytes >= enough) break
      }
    }
    return bytes / 1e6 / ((performance.now() - startedAt) / 1000)
  } finally {
    await connection.end()
  }
}

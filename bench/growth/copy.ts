// How fast the tables are read out for a backup: by the same COPY, up to so many bytes.
import { copyTable, findTables } from '#server/features/backup/queries.ts'
import { openConnection } from '#server/platform/connection.ts'

const enough = 1_000_000_000

/** MB of the backup's own text in a second; the sum of sizes through this is how long the tables of a backup take. */
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

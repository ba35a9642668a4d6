// Test process that fetches a mailbox as a worker does, until it is killed.
import { openFileBlobs } from '#server/platform/blob/blobs.ts'
import { systemClock } from '#server/platform/clock.ts'
import { systemActor } from '#server/platform/ctx.ts'
import { openDb, openPool } from '#server/platform/db/db.ts'
import { openLog } from '#server/platform/log.ts'
import { openSecrets } from '#server/platform/secret.ts'
import { fetchMailbox } from './run.ts'
import { limits, localGuard } from './testing.ts'

const [url = '', folder = '', id = ''] = process.argv.slice(2)
const ctx = {
  ...{ db: openDb(openPool(url, { size: 2 })), blobs: openFileBlobs(folder), now: systemClock },
  ...{ actor: systemActor, locale: 'en-US' as const, reqId: 'kill', address: '' },
  ...{ log: openLog({ logLevel: 'silent' }, 'worker'), secrets: openSecrets({ dataDir: folder }) },
}
await fetchMailbox(ctx, Number(id), { guard: localGuard(), limits })

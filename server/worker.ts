import { readConfig } from './platform/config.ts'
import { neededAddress } from './platform/db/database-address.ts'
import { readArguments } from './platform/process/arguments.ts'
import { failAtStart, leaveOnOutage, notifyParent, restrictFileMode, stopOnSignal } from './platform/process/process.ts'
import { startWorker } from './work.ts'

const usage =
  'npm run start:worker: starts a worker alone, on the database of DATABASE_URL; npm start starts everything.'
readArguments(usage, { options: { kept: 'boolean' } })

restrictFileMode()
// While the database is unavailable, the queue cannot record the outcome of a job: other processes free its work, and
// the supervisor restarts this one.
leaveOnOutage()
try {
  const config = readConfig()
  // The supervisor restarts this process.
  const worker = await startWorker(config, neededAddress(config), () => process.exit(1))
  stopOnSignal(worker.stop)
  notifyParent({ ready: true })
} catch (error) {
  failAtStart(error)
}

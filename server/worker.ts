import { readConfig } from './platform/config.ts'
import { neededAddress } from './platform/db/database-address.ts'
import { isOutage } from './platform/db/outage.ts'
import { readArguments } from './platform/process/arguments.ts'
import { failAtStart, keepPrivate, notifyParent, stopOnSignal } from './platform/process/process.ts'
import { startWorker } from './work.ts'

const usage =
  'npm run start:worker: starts a worker alone, on the database of DATABASE_URL; npm start starts everything.'
readArguments(usage, { options: { kept: 'boolean' } })

// While the database is unavailable, the queue cannot record the outcome of a job: other processes free its work, and
// the supervisor restarts it. Any other error is a fault of the program and ends it with its stack.
process.on('unhandledRejection', error => {
  if (!isOutage(error)) throw error
  failAtStart(error)
})

keepPrivate()
try {
  const config = readConfig()
  // The supervisor restarts this process.
  const worker = await startWorker(config, neededAddress(config), () => process.exit(1))
  stopOnSignal(worker.stop)
  notifyParent({ ready: true })
} catch (error) {
  failAtStart(error)
}

import { readArguments } from './platform/arguments.ts'
import { readConfig } from './platform/config.ts'
import { neededAddress } from './platform/database-address.ts'
import { isOutage } from './platform/outage.ts'
import { failAtStart, keepPrivate, stopOnSignal, tellParent } from './platform/process.ts'
import { startWorker } from './work.ts'

const usage =
  'npm run start:worker: starts a worker alone, on the database of DATABASE_URL; npm start starts everything.'
readArguments(usage, { options: { kept: 'boolean' } })

// The queue cannot write down what became of a job while the database is away: others free what this process had, and
// whoever keeps it starts it again. Anything else is a fault of the program and ends it with its stack.
process.on('unhandledRejection', error => {
  if (!isOutage(error)) throw error
  failAtStart(error)
})

keepPrivate()
try {
  const config = readConfig()
  // Whoever keeps this process starts it again.
  const worker = await startWorker(config, neededAddress(config), () => process.exit(1))
  stopOnSignal(worker.stop)
  tellParent({ ready: true })
} catch (error) {
  failAtStart(error)
}

import { readConfig } from './platform/config.ts'
import { failAtStart, stopOnSignal, tellParent } from './platform/process.ts'
import { startWorker } from './work.ts'

try {
  const config = readConfig()
  if (!config.databaseUrl) throw new Error('DATABASE_URL is needed here; npm start brings its own PostgreSQL.')
  // Whoever keeps this process starts it again.
  const worker = await startWorker(config, config.databaseUrl, () => process.exit(1))
  stopOnSignal(worker.stop)
  tellParent({ ready: true })
} catch (error) {
  failAtStart(error)
}

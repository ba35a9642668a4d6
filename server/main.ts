import { startApi } from './api.ts'
import { readConfig } from './platform/config.ts'
import { failAtStart, stopOnSignal } from './platform/process.ts'

try {
  const config = readConfig()
  if (!config.databaseUrl) throw new Error('DATABASE_URL is needed here; npm start brings its own PostgreSQL.')
  const api = await startApi(config, config.databaseUrl)
  console.log(`Og Group listens on ${api.address}`)
  stopOnSignal(api.stop)
} catch (error) {
  failAtStart(error)
}

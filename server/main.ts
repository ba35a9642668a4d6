import { startApi } from './api.ts'
import { readConfig } from './platform/config.ts'
import { failAtStart, keepPrivate, keptFlag, stopOnSignal, tellParent } from './platform/process.ts'

keepPrivate()
try {
  const config = readConfig()
  if (!config.databaseUrl) throw new Error('DATABASE_URL is needed here; npm start brings its own PostgreSQL.')
  const api = await startApi(config, config.databaseUrl)
  stopOnSignal(api.stop)
  if (!process.argv.includes(keptFlag)) console.log(`Og Group listens on ${api.address}`)
  tellParent({ ready: true, address: api.address })
} catch (error) {
  failAtStart(error)
}

import { startApi } from './api.ts'
import { readConfig } from './platform/config.ts'
import { neededAddress } from './platform/database-address.ts'
import { failAtStart, keepPrivate, keptFlag, stopOnSignal, tellParent } from './platform/process.ts'

keepPrivate()
try {
  const config = readConfig()
  const api = await startApi(config, neededAddress(config))
  stopOnSignal(api.stop)
  if (!process.argv.includes(keptFlag)) console.log(`Og Group listens on ${api.address}`)
  tellParent({ ready: true, address: api.address })
} catch (error) {
  failAtStart(error)
}

import { startApi } from './api.ts'
import { readConfig } from './platform/config.ts'
import { neededAddress } from './platform/database-address.ts'
import { failAtStart, keepPrivate, keptFlag, patienceMs, stopOnSignal, tellParent } from './platform/process.ts'

keepPrivate()
try {
  const config = readConfig()
  const isKept = process.argv.includes(keptFlag)
  // Before one that `npm start` keeps stands no balancer that has others to send to.
  const noticeMs = isKept ? 0 : config.noticeMs
  const api = await startApi(config, neededAddress(config), noticeMs)
  stopOnSignal(api.stop, patienceMs + noticeMs)
  if (!isKept) console.log(`Og Group listens on ${api.address}`)
  tellParent({ ready: true, address: api.address })
} catch (error) {
  failAtStart(error)
}

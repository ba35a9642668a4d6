import { startApi } from './api.ts'
import { readConfig } from './platform/config.ts'
import { neededAddress } from './platform/db/database-address.ts'
import { readArguments } from './platform/process/arguments.ts'
import {
  failAtStart,
  leaveOnOutage,
  notifyParent,
  patienceMs,
  restrictFileMode,
  stopOnSignal,
} from './platform/process/process.ts'

const usage = 'npm run start:api: starts an API alone, on the database of DATABASE_URL; npm start starts everything.'
const { kept: isKept = false } = readArguments(usage, { options: { kept: 'boolean' } }).options

restrictFileMode()
leaveOnOutage()
try {
  const config = readConfig()
  // An API that `npm start` supervises is not behind a load balancer with other targets.
  const noticeMs = isKept ? 0 : config.noticeMs
  const api = await startApi(config, neededAddress(config), noticeMs)
  stopOnSignal(api.stop, patienceMs + noticeMs)
  if (!isKept) console.log(`Og Group listens on ${api.address}`)
  notifyParent({ ready: true, address: api.address })
} catch (error) {
  failAtStart(error)
}

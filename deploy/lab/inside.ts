// Runs the lab until it is stopped: FOLDER. Started by up.ts, in separate namespaces.
import { openLab } from './lab.ts'
import { origin, secrets } from './plan.ts'

const lab = await openLab(process.argv[2] ?? '', { report: line => console.log(`  ${line}`) })
const endSignal = new Promise<void>(resolve => {
  process.once('SIGINT', resolve)
  process.once('SIGTERM', resolve)
})
await lab.start()
console.log(`Og Group answers on ${origin} (user admin, password ${secrets.admin}).`)
for (const member of await lab.cluster()) console.log(`  ${member.name}: ${member.role}, ${member.state}`)
await endSignal
process.exit(0)

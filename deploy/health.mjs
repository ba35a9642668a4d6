// Checks the processes on the same machine: the API, and the worker if OG_WORKER_PORT names its port. A port without a
// listener is not checked, because nothing is meant to run there. Exits with 0 if at least one answers and none reports
// a failure. With `ready` it checks readiness instead, which includes the database.
import { get } from 'node:http'

const [asked, ...others] = process.argv.slice(2)
if (others.length > 0 || (asked !== undefined && asked !== 'ready')) {
  const usage =
    'og-group health [ready]: exits with 0 if the local process is alive; `ready` also checks that it can serve requests.'
  const isHelp = asked === '--help'
  console[isHelp ? 'log' : 'error'](usage)
  process.exit(isHelp ? 0 : 2)
}
const path = asked === 'ready' ? '/readyz' : '/livez'
const ports = [process.env.PORT || '8080', process.env.OG_WORKER_PORT].filter(Boolean)

/** The status; undefined if nothing listens. fetch is not used, because it refuses some ports that browsers block. */
function ask(port) {
  return new Promise(resolve => {
    get({ host: '127.0.0.1', port, path, timeout: 4_000 }, answer => resolve(answer.resume().statusCode))
      .on('timeout', () => resolve(0))
      .on('error', error => resolve(error.code === 'ECONNREFUSED' ? undefined : 0))
  })
}

const answers = (await Promise.all(ports.map(ask))).filter(status => status !== undefined)
process.exit(answers.length > 0 && answers.every(status => status === 200) ? 0 : 1)

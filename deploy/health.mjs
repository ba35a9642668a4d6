// Whether what runs beside this is alive: asks the API, and the worker where OG_WORKER_PORT names its port. Where nobody
// listens nothing is meant to; ends with 0 where at least one answers and none answers badly. With `ready` it asks whether
// it can do its work, the database at hand.
import { get } from 'node:http'

const [asked, ...others] = process.argv.slice(2)
if (others.length > 0 || (asked !== undefined && asked !== 'ready')) {
  const usage =
    'og-group health [ready]: ends with 0 where what runs beside this is alive, with `ready` where it can work.'
  const isHelp = asked === '--help'
  console[isHelp ? 'log' : 'error'](usage)
  process.exit(isHelp ? 0 : 2)
}
const path = asked === 'ready' ? '/readyz' : '/livez'
const ports = [process.env.PORT || '8080', process.env.OG_WORKER_PORT].filter(Boolean)

/** The status; undefined where nobody listens. fetch would refuse some ports that browsers do not open. */
function ask(port) {
  return new Promise(resolve => {
    get({ host: '127.0.0.1', port, path, timeout: 4_000 }, answer => resolve(answer.resume().statusCode))
      .on('timeout', () => resolve(0))
      .on('error', error => resolve(error.code === 'ECONNREFUSED' ? undefined : 0))
  })
}

const answers = (await Promise.all(ports.map(ask))).filter(status => status !== undefined)
process.exit(answers.length > 0 && answers.every(status => status === 200) ? 0 : 1)

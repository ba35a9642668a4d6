// Whether what runs beside this is alive: asks the API, and the worker where OG_WORKER_PORT names its port. One that does
// not run here is not asked twice; ends with 0 where at least one answers and none answers badly. With `ready` it asks
// whether it can do its work, the database at hand.
const path = process.argv[2] === 'ready' ? '/readyz' : '/livez'
const ports = [process.env.PORT || '8080', process.env.OG_WORKER_PORT].filter(Boolean)

/** The status; undefined where nobody listens. */
async function ask(port) {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(4_000) })
    return answer.status
  } catch (error) {
    return error.cause?.code === 'ECONNREFUSED' ? undefined : 0
  }
}

const answers = (await Promise.all(ports.map(ask))).filter(status => status !== undefined)
process.exitCode = answers.length > 0 && answers.every(status => status === 200) ? 0 : 1

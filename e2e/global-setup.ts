import { startConsole } from './console.ts'

/** One console for all journeys; each makes its own users and records. */
export default async function setup() {
  const console = await startConsole()
  process.env.OG_E2E_URL = console.url
  process.env.OG_E2E_PASSWORD = console.password
  return console.stop
}

import { startConsole } from './console.ts'

/** One console for all browser tests; each creates its own users and records. */
export default async function setup() {
  // Watched sites of the tests run on loopback.
  const console = await startConsole({
    OG_CRAWL_ALLOW: '127.0.0.0/8',
    // Identity providers of the tests.
    OG_OUTBOUND_ALLOW: '127.0.0.0/8',
    // Passkeys need a domain.
    OG_PUBLIC_URL: 'http://localhost:{port}',
  })
  process.env.OG_E2E_URL = console.url
  process.env.OG_E2E_PASSWORD = console.password
  return console.stop
}

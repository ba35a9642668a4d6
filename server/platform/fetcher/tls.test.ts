import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startSite } from '#server/testing/site.ts'
import { openFetcher } from './fetch.ts'
import { openGuard } from './guard.ts'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

function fetcher() {
  const guard = openGuard({ allow: ['127.0.0.0/8'], lookup: async () => ['127.0.0.1'] })
  const opened = openFetcher(guard, { agentName: 'OgGroupMonitor/test' })
  onTestFinished(() => opened.close())
  return opened
}

test.skipIf(!hasOpenssl)('an untrusted certificate ends the fetch before any request is sent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=own.test', '-days', '2', '-nodes', '-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', ...subject], { stdio: 'ignore' })
  let requested = 0
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) => {
    requested++
    response.end()
  })
  rmSync(folder, { recursive: true })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  expect(await fetcher().fetchPage(`https://own.test:${port}/`)).toMatchObject({ ok: false, reason: 'tls' })
  expect(requested).toBe(0)
})

test('a server without TLS is a fault of TLS', async () => {
  const site = await startSite((_, response) => response.end())
  expect(await fetcher().fetchPage(`https://127.0.0.1:${site.port}/`)).toMatchObject({ ok: false, reason: 'tls' })
})

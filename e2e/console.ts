import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type RunningConsole = { url: string; password: string; stop: () => Promise<void> }

/** The real console on a fresh data folder and a free port, as `npm start` runs it; `{port}` in a value is that port. */
export async function startConsole(environment: Record<string, string> = {}): Promise<RunningConsole> {
  const folder = mkdtempSync(join(tmpdir(), 'og-console-'))
  const port = await freePort()
  const password = 'journey-Password-42'
  // A fresh clone has no built client; one built from the same sources is reused.
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/build.ts'], {
    stdio: ['ignore', 2, 2],
  })
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/up.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      OG_DATA_DIR: folder,
      OG_ADMIN_PASSWORD: password,
      OG_LOG_LEVEL: 'warn',
      ...Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [name, value.replace('{port}', String(port))]),
      ),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', chunk => {
      if (String(chunk).includes('is ready')) resolve()
    })
    child.once('exit', code => reject(new Error(`the console ended with ${code}`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    password,
    stop: async () => {
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

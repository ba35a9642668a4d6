import { readdir, readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import type { Guard } from '#server/platform/fetcher/guard.ts'
import { type GuardProxy, openProxy } from '#server/platform/fetcher/proxy.ts'
import { withTime } from './render-time.ts'

export type OpenBrowser = {
  browser: Browser
  proxy: GuardProxy
  pid: number
  /** Ends the browser, politely first; resolves whether or not it answers. */
  end(): Promise<void>
}

const startMs = 20_000
const politeMs = 3_000
const weighEveryMs = 250
/** Memory limit of one browser process: a switch limits the heap, this limits what scripts hold outside of it. */
const maxProcessBytes = 768 * 1_048_576

const switches = [
  // Loopback goes through the proxy too; only the proxy resolves names.
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  // A page opens no other page: nothing would read it.
  '--block-new-web-contents',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--mute-audio',
  '--no-first-run',
  '--js-flags=--max-old-space-size=256',
]

/**
 * Opens a browser that can connect only through the guard's proxy. The driver's server controls it and can end it
 * immediately.
 */
export async function openBrowser(
  guard: Guard,
  { chromium, isRoot, onEnd }: { chromium: string; isRoot: boolean; onEnd: () => void },
): Promise<OpenBrowser> {
  const { chromium: driver } = await import('playwright-core')
  const proxy = await openProxy(guard)
  try {
    const server = await driver.launchServer({
      host: '127.0.0.1',
      executablePath: chromium,
      // The sandbox does not start as root.
      chromiumSandbox: !isRoot,
      args: switches,
      proxy: { server: proxy.url },
      timeout: startMs,
    })
    const pid = server.process().pid ?? 0
    const watch = setInterval(() => void endGrown(pid), weighEveryMs).unref()
    const ended = () => {
      clearInterval(watch)
      void proxy.close()
      onEnd()
    }
    server.once('close', ended)
    try {
      const browser = await driver.connect(server.wsEndpoint(), { timeout: startMs })
      return {
        browser,
        proxy,
        pid,
        async end() {
          const isEnded = await withTime(
            server.close().then(
              () => true,
              () => false,
            ),
            politeMs,
          )
          if (!isEnded) await withTime(server.kill(), politeMs)
        },
      }
    } catch (error) {
      await server.kill()
      throw error
    }
  } catch (error) {
    await proxy.close()
    throw error
  }
}

/**
 * Kills each child process of the browser that exceeds the memory limit: its page crashes, the other pages continue.
 * Works on Linux only, which reports memory in /proc.
 */
async function endGrown(browserPid: number): Promise<void> {
  if (process.platform !== 'linux') return
  const all = await processes()
  const below = new Set([browserPid])
  for (let before = 0; before !== below.size; ) {
    before = below.size
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid)
  }
  for (const { pid, bytes } of all)
    if (pid !== browserPid && below.has(pid) && bytes > maxProcessBytes)
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // The process has already ended.
      }
}

async function processes(): Promise<{ pid: number; parent: number; bytes: number }[]> {
  const names = await readdir('/proc').catch(() => [])
  const read = names
    .filter(name => /^\d+$/.test(name))
    .map(async name => {
      const stat = await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '')
      // Fields after the name, which may contain any character: state, parent, …, resident pages as the 22nd.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return { pid: Number(name), parent: Number(fields[1] ?? 0), bytes: Number(fields[21] ?? 0) * 4_096 }
    })
  return Promise.all(read)
}

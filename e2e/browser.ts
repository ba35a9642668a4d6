import { existsSync } from 'node:fs'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** A Chromium to launch: the machine's own, otherwise the packaged one. */
export async function browserPath(): Promise<{ executablePath: string; args: string[] }> {
  const found = installed.find(existsSync)
  if (found) return { executablePath: found, args: flags }
  const { default: packaged } = await import('@sparticuz/chromium')
  return { executablePath: await packaged.executablePath(), args: flags }
}

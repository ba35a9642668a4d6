import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Locale } from '#contract/bilingual.ts'
import { exits, Failure } from './failure.ts'
import { messageOf } from './texts.ts'

/** The address of the last login, and the token of each address. */
export type Config = { url?: string; tokens: Record<string, string> }
type Environment = Readonly<Record<string, string | undefined>>

export function configPath(env: Environment): string {
  const folder = env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : join(env.HOME || homedir(), '.config')
  return join(folder, 'og', 'config.json')
}

export function readConfig(env: Environment): Config {
  try {
    const { url, tokens } = JSON.parse(readFileSync(configPath(env), 'utf8')) as Partial<Config>
    const isTable = typeof tokens === 'object' && tokens !== null
    return { ...(typeof url === 'string' && { url }), tokens: isTable ? { ...tokens } : {} }
  } catch {
    return { tokens: {} }
  }
}

/** Only the user may read the file; an interrupted write leaves the previous one. */
export function writeConfig(env: Environment, config: Config): string {
  const path = configPath(env)
  const draft = `${path}.${process.pid}`
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    rmSync(draft, { force: true })
    writeFileSync(draft, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    chmodSync(draft, 0o600)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  return path
}

/** The origin of an address; a token is never sent in clear text to another machine. */
export function originOf(text: string, locale: Locale): string {
  const given = text.trim()
  const url = parseUrl(/^[a-z]+:\/\//i.test(given) ? given : `https://${given}`)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new Failure(exits.usage, messageOf(locale, 'badUrl', { url: given }))
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (url.protocol === 'http:' && !isLocal)
    throw new Failure(exits.usage, messageOf(locale, 'clearText', { url: given }))
  return url.origin
}

/** `URL.parse` of newer versions of Node.js. */
function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** The console's address and the token for it: options, then the environment, then the last login. */
export function accessOf(env: Environment, given: string | undefined, locale: Locale): { url: string; token: string } {
  const config = readConfig(env)
  const address = given || env.OG_URL || config.url
  if (!address) throw new Failure(exits.refused, messageOf(locale, 'noUrl'))
  const url = originOf(address, locale)
  // A stored token belongs to the address of its login and is never sent to another.
  const token = (env.OG_TOKEN || config.tokens[url] || '').trim()
  if (!token) throw new Failure(exits.refused, messageOf(locale, 'noToken', { url }))
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Failure(exits.refused, messageOf(locale, 'badToken'))
  return { url, token }
}

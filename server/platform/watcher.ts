import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { Config } from './config.ts'

export type WatchConfig = Partial<Pick<Config, 'metricsToken' | 'publicUrl'>> & Pick<Config, 'trustProxy'>

/** Left by proxies on what they pass on. */
const passedOn = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/**
 * Who may read how the console is: with a token, whoever knows it, and nobody else. Without one, programs of this very
 * machine, and only where nothing speaks of a proxy on it, for what a proxy passes on comes from this machine too: the
 * socket's own address counts, never what a header says.
 */
export function mayWatch(request: IncomingMessage, config: WatchConfig): boolean {
  const { authorization = '', host = '' } = request.headers
  if (config.metricsToken !== undefined) return isSame(authorization, `Bearer ${config.metricsToken}`)
  if (config.trustProxy !== false || passedOn.some(name => request.headers[name] !== undefined)) return false
  // A proxy without any settings of its own speaks HTTP/1.0.
  if (request.httpVersion === '1.0' || (config.publicUrl !== undefined && !isLocal(config.publicUrl))) return false
  return isLoopback(request.socket.remoteAddress) && isLocal(`http://${host}`)
}

function isSame(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(wanted))
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

/** A name under which only this machine reaches itself. */
function isLocal(url: string): boolean {
  if (!URL.canParse(url)) return false
  const name = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return name === 'localhost' || isLoopback(name)
}

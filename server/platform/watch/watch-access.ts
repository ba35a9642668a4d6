import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config.ts'

export type WatchConfig = Partial<Pick<Config, 'metricsToken' | 'publicUrl'>> & Pick<Config, 'trustProxy'>

/** Headers that proxies add to forwarded requests. */
const passedOn = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/**
 * Decides who may read the health of the console. If a token is configured, only requests with that token may. Without
 * one, only programs of this machine may, and only if nothing indicates a proxy on it, because forwarded requests come
 * from this machine too. The socket's own address counts, never a header.
 */
export function mayWatch(request: IncomingMessage, config: WatchConfig): boolean {
  const { authorization = '', host = '' } = request.headers
  if (config.metricsToken !== undefined) return isSame(authorization, `Bearer ${config.metricsToken}`)
  if (config.trustProxy !== false || passedOn.some(name => request.headers[name] !== undefined)) return false
  // A proxy with default settings uses HTTP/1.0.
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

/** Whether the host name is one by which only this machine reaches itself. */
function isLocal(url: string): boolean {
  if (!URL.canParse(url)) return false
  const name = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return name === 'localhost' || isLoopback(name)
}

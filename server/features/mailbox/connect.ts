import { isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { ImapFlow, ImapFlowOptions, ImapTransport } from 'imapflow'
import ipaddr from 'ipaddr.js'
import type { MailboxFailure } from '#contract/mailbox.api.ts'
import { cutText, storable } from '#contract/text.ts'
import { guardedConnect, RefusedError } from '#server/platform/fetcher/connect.ts'
import type { Guard } from '#server/platform/fetcher/guard.ts'

/** A server, connection or folder that cannot be used: it stops the mailbox, not one message. */
export class MailboxFault extends Error {
  readonly failure: MailboxFailure
  readonly detail: string
  constructor(failure: MailboxFailure, detail = '') {
    super(`${failure}: ${detail}`)
    this.failure = failure
    this.detail = detail
  }
}

export type MailServer = {
  host: string
  port: number
  security: 'tls' | 'starttls' | 'plain'
  username: string
  auth: 'password' | 'token'
}

export type MailTimes = { connectMs: number; idleMs: number }
const defaultTimes: MailTimes = { connectMs: 15_000, idleMs: 45_000 }

/** `ca`: certificates that are trusted in addition, in tests. */
export type MailDeps = { guard: Guard; times?: Partial<MailTimes>; ca?: string }

/** Bytes of a message that one command requests. */
export const chunkBytes = 1_048_576
const headroom = 65_536
/** A list of the numbers of all messages of a folder is one line. */
const lineBytes = 4 * 1_048_576
const tokensAtMost = 20_000

/** Why connections ended: a command that was under way only reports that it has none. */
const causes = new WeakMap<ImapFlow, Error>()

/** The error of a command, or that which ended the connection. */
export const causeOf = (client: ImapFlow, error: unknown): unknown =>
  error instanceof MailboxFault && error.failure !== 'connect' ? error : (causes.get(client) ?? error)

/**
 * Connects and logs in. The name is resolved once, every address of it is checked, and the connection uses a checked
 * address. All that the server sends is bounded. Throws `MailboxFault`.
 */
export async function openMailbox(server: MailServer, secret: string, deps: MailDeps): Promise<ImapFlow> {
  const { connectMs, idleMs } = { ...defaultTimes, ...deps.times }
  const socket = await connectTo(server, deps, connectMs)
  const { ImapFlow: Client } = await import('imapflow')
  const client = new Client({
    host: server.host,
    port: server.port,
    secure: server.security === 'tls',
    doSTARTTLS: server.security === 'starttls',
    auth: { user: server.username, ...(server.auth === 'token' ? { accessToken: secret } : { pass: secret }) },
    transport: transportOver(socket, server.host, deps.ca),
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    disableBinary: true,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: idleMs,
    maxLineLength: lineBytes,
    maxLiteralSize: chunkBytes + headroom,
    maxResponseSize: lineBytes + chunkBytes + headroom,
    maxResponseTokens: tokensAtMost,
  } satisfies ImapFlowOptions)
  client.on('error', error => causes.set(client, error))
  try {
    await client.connect()
    return client
  } catch (error) {
    client.close()
    socket.destroy()
    throw faultOf(error, 'connect', [secret])
  }
}

async function connectTo({ host, port, security }: MailServer, { guard }: MailDeps, ms: number): Promise<Socket> {
  try {
    const socket = await guardedConnect(guard, host, port, ms)
    const address = socket.remoteAddress ?? ''
    const isLocal = ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
    if (security !== 'plain' || isLocal) return socket
    socket.destroy()
    throw new MailboxFault('not_local', address)
  } catch (error) {
    if (error instanceof MailboxFault) throw error
    if (error instanceof RefusedError) throw new MailboxFault('address', error.refusal.detail)
    const { code = '', message } = error as NodeJS.ErrnoException
    const isName = ['ENOTFOUND', 'ENODATA', 'ESERVFAIL', 'EBADNAME', 'ETIMEOUT', 'EAI_AGAIN'].includes(code)
    throw new MailboxFault(isName ? 'dns' : 'connect', message)
  }
}

/** TLS over the connection that the guard has opened; certificates are verified for the name of the server. */
function transportOver(socket: Socket, host: string, ca: string | undefined): ImapTransport {
  const secure = (onSecure: () => void): TLSSocket => {
    const name = isIP(host) ? {} : { servername: host }
    return connectTls({ socket, host, ...name, minVersion: 'TLSv1.2', ...(ca && { ca }) }, onSecure)
  }
  return {
    connect: ({ secure: isSecure }, onConnect) => {
      if (isSecure) return secure(onConnect)
      setImmediate(onConnect)
      return socket
    },
    upgrade: (_socket, _options, onSecure) => secure(onSecure),
  }
}

type Flaw = Error & {
  code?: string
  responseText?: string
  response?: unknown
  authenticationFailed?: boolean
  tlsFailed?: boolean
  responseStatus?: string
  mailboxMissing?: boolean
  reason?: string
}

const timeoutCodes = new Set(['GREETING_TIMEOUT', 'ETIMEOUT', 'UPGRADE_TIMEOUT', 'CONNECT_TIMEOUT', 'ETIMEDOUT'])
const protocolCodes =
  /^(ParserError|Line|Literal|Response|TooMany|InvalidResponse|UnexpectedTag|MissingTag|MAX_IMAP|STARTTLS_INJ)/

/** The failure in an error of the client. `otherwise`: what a refused command means in this place. */
export function faultOf(error: unknown, otherwise: MailboxFailure, secrets: readonly string[]): MailboxFault {
  if (error instanceof MailboxFault) return error
  const { code = '', message, ...flaw } = error as Flaw
  const text = [flaw.responseText, flaw.reason, message].find(each => typeof each === 'string' && each !== '') ?? code
  const detail = withoutSecrets(`${message === text || !code ? '' : `${code}: `}${text}`, secrets)
  if (flaw.authenticationFailed) return new MailboxFault('login', detail)
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return new MailboxFault('tls_name', detail)
  if (/CERT|^ERR_(SSL|TLS|OSSL)|SIGNATURE|ISSUER/.test(code) || /wrong version number/.test(message))
    return new MailboxFault('tls', detail)
  if (flaw.tlsFailed || code === 'MissingServerExtension') return new MailboxFault('starttls', detail)
  if (timeoutCodes.has(code)) return new MailboxFault('timeout', detail)
  if (protocolCodes.test(code)) return new MailboxFault('protocol', detail)
  if (/^(NoConnection|EConnectionClosed|StateLogout|ClosedAfter|ECONN|EPIPE|EHOST|ENET)/.test(code))
    return new MailboxFault('connect', detail)
  return new MailboxFault(otherwise, detail)
}

const shown = '•••'

/** A server’s text may repeat the secret, plain or encoded. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const known = secrets.filter(secret => secret !== '')
  const escaped = known.map(secret => secret.replace(/["\\]/g, '\\$&'))
  const plain = [...escaped, ...known].reduce((rest, secret) => rest.replaceAll(secret, shown), text)
  const hidden = plain.replace(/[A-Za-z0-9+/=_-]{8,}/g, word => {
    const opened = Buffer.from(word, 'base64').toString('utf8')
    return known.some(secret => opened.includes(secret)) ? shown : word
  })
  return cutText(storable(hidden).replace(/\s+/g, ' ').trim(), 300)
}

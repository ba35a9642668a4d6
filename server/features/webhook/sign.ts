import { createHmac, randomBytes } from 'node:crypto'

/** Stored secrets and addresses of webhooks open for this purpose only. */
export const secretPurpose = 'webhook'

/** Begins every secret, as in Standard Webhooks. */
const prefix = 'whsec_'

export function newSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`
}

/** The headers of Standard Webhooks; every secret that is valid signs, so that receivers can change theirs. */
export function signedHeaders(
  secrets: readonly string[],
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000)
  const signatures = secrets.map(secret => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}

/** DingTalk: the HMAC of the time and the secret, in the address. */
export function signDingTalk(address: string, secret: string, at: Date): string {
  const url = new URL(address)
  const timestamp = String(at.getTime())
  url.searchParams.set('timestamp', timestamp)
  url.searchParams.set('sign', createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64'))
  return url.href
}

/** Feishu: time and secret are the key, the message is empty; both are in the body. */
export function signFeishu(secret: string, at: Date): { timestamp: string; sign: string } {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  return { timestamp, sign: createHmac('sha256', `${timestamp}\n${secret}`).update('').digest('base64') }
}

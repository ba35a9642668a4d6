import type { Config } from './config.ts'
import { lazyRequire } from './process/lazy-require.ts'

const nodemailer = lazyRequire<typeof import('nodemailer')>('nodemailer')

/**
 * One message. `id` is the left part of its Message-ID: mail clients show a message once even if it is sent twice under
 * one id.
 */
type MailMessage = { id: string; to: string; subject: string; text: string; html: string; locale: string }

/** Sends mail; rejects if the mail server does not accept it. */
export type Mailer = {
  send(message: MailMessage): Promise<void>
  /** The base address of links in messages, without a trailing slash. */
  publicUrl: string
  close(): void
}

const timeoutMs = 20_000

/** The base address of links that leave the console, without a trailing slash. */
export function publicUrlOf(config: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  return (config.publicUrl ?? `http://${config.host}:${config.port}`).replace(/\/$/, '')
}

/** Undefined if no mail server is configured. */
export function openMailer(
  config: Pick<Config, 'smtpUrl' | 'smtpFrom' | 'publicUrl' | 'host' | 'port'>,
): Mailer | undefined {
  const { smtpUrl, smtpFrom } = config
  if (smtpUrl === undefined || smtpFrom === undefined) return undefined
  const publicUrl = publicUrlOf(config)
  const transport = nodemailer().createTransport({
    ...transportOf(smtpUrl),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^>\s]+)>?$/.exec(smtpFrom)?.[1] ?? 'localhost'
  return {
    publicUrl,
    async send({ id, to, subject, text, html, locale }) {
      await transport.sendMail({
        from: smtpFrom,
        to,
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        // Prevents automatic replies such as out-of-office messages.
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': locale },
      })
    },
    close: () => transport.close(),
  }
}

function transportOf(address: string) {
  const url = new URL(address)
  const secure = url.protocol === 'smtps:'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : secure ? 465 : 587,
    secure,
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      // A password is never sent over an unencrypted connection, unless the server is on this machine.
      requireTLS: !secure && !/^(localhost|127\.|\[?::1)/.test(url.hostname),
    }),
  }
}

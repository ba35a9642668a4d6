import type { Config } from './config.ts'
import { late } from './late.ts'

const nodemailer = late<typeof import('nodemailer')>('nodemailer')

/** One message; `id` is its Message-ID's left part: a message sent twice under one id is shown once. */
export type Message = { id: string; to: string; subject: string; text: string; html: string; locale: string }

/** Sends mail; rejects while the mail server does not take it. */
export type Mailer = {
  send(message: Message): Promise<void>
  /** Where links in messages lead to, without a slash at the end. */
  publicUrl: string
  close(): void
}

const timeoutMs = 20_000

/** Undefined where no mail server is named. */
export function openMailer(
  config: Pick<Config, 'smtpUrl' | 'smtpFrom' | 'publicUrl' | 'host' | 'port'>,
): Mailer | undefined {
  const { smtpUrl, smtpFrom } = config
  if (smtpUrl === undefined || smtpFrom === undefined) return undefined
  const publicUrl = (config.publicUrl ?? `http://${config.host}:${config.port}`).replace(/\/$/, '')
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
        // Nobody's out-of-office answers to a machine.
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
      // A password never goes over an open line, unless it ends on this machine.
      requireTLS: !secure && !/^(localhost|127\.|\[?::1)/.test(url.hostname),
    }),
  }
}

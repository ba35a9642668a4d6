import PostalMime from 'postal-mime'
import { appendPart, bytesOf, type FileReading, type ReaderSource } from './file-reading.ts'

/** Readers for attachments and for HTML bodies. */
type MailReaders = {
  member: (reading: FileReading, source: ReaderSource) => Promise<void>
  html: (reading: FileReading, source: ReaderSource) => Promise<void>
}

const bytesSource = (name: string, bytes: Buffer): ReaderSource => ({ name, bytes, size: bytes.length })

/** Reads a message, or each message of a mailbox (RFC 4155), named by its number. */
export async function readMail(reading: FileReading, source: ReaderSource, readers: MailReaders): Promise<void> {
  const bytes = await bytesOf(reading, source)
  const starts = messageStarts(bytes)
  if (starts.length < 2) return await readMessage(reading, plainMessage(bytes, starts[0] ?? 0, bytes.length), readers)
  for (const [at, start] of starts.entries()) {
    const place = [reading.place, String(at + 1)].filter(Boolean).join(' / ')
    await readMessage({ ...reading, place }, plainMessage(bytes, start, starts[at + 1] ?? bytes.length), readers)
  }
}

/**
 * Positions of the lines that separate messages in a mailbox: at the beginning or after an empty line, and before a
 * header.
 */
function messageStarts(bytes: Buffer): number[] {
  const starts: number[] = []
  for (let at = bytes.indexOf('From ', 0, 'latin1'); at >= 0; at = bytes.indexOf('From ', at + 5, 'latin1')) {
    const before = bytes.subarray(Math.max(0, at - 4), at).toString('latin1')
    if (at > 0 && !/(^|\n)\r?\n$/.test(before)) continue
    const line = bytes.subarray(at, at + 1_000).toString('latin1')
    if (/^From [^\r\n]*\d{4}[^\r\n]*\r?\n(>?From [^\r\n]*\r?\n)?[!-9;-~]+[ \t]*:/.test(line)) starts.push(at)
  }
  return starts
}

/** A message without the mailbox's separator line, and with its escaped “From” lines restored. */
function plainMessage(bytes: Buffer, start: number, end: number): Buffer {
  const message = bytes.subarray(start, end)
  if (!message.subarray(0, 5).equals(Buffer.from('From '))) return message
  const text = message.toString('latin1').replace(/^From [^\n]*\n/, '')
  return Buffer.from(text.replace(/^>(>*From )/gm, '$1'), 'latin1')
}

async function readMessage(reading: FileReading, bytes: Buffer, { member, html }: MailReaders): Promise<void> {
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: 20 })
  const people = (list: { name?: string; address?: string }[] | undefined) =>
    (list ?? []).map(({ name, address }) => [name, address && `<${address}>`].filter(Boolean).join(' ')).join(', ')
  const head = [mail.subject, people(mail.from ? [mail.from] : []), people(mail.to), people(mail.cc), mail.date]
  const names = mail.attachments.map(({ filename }) => filename ?? '').filter(name => name !== '')
  await appendPart(reading, null, [...head.filter(Boolean), ...names, '', mail.text ?? ''].join('\n'))
  if (!mail.text && mail.html) await html(reading, bytesSource('', Buffer.from(mail.html)))
  for (const { filename, content } of mail.attachments) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)
    await member(reading, bytesSource(filename ?? '', bytes))
  }
}

import { domainToASCII } from 'node:url'
import { detect } from 'chardet'
import PostalMime, { type Address, addressParser, decodeWords, type Email } from 'postal-mime'
import { cutText, cutUnits, storable } from '#contract/text.ts'
import type { MailHead } from './head-reading.ts'

const refsAtMost = 100
const peopleAtMost = 200
/** A Message-ID is at most a line; a longer one is cut, which still distinguishes messages. */
const idChars = 500

/** Reads the head of a message. Runs in a child process: the bytes are untrusted. */
export async function readHead(bytes: Uint8Array): Promise<MailHead> {
  const mail = await PostalMime.parse(Buffer.concat([inUtf8(Buffer.from(bytes)), Buffer.from('\r\n\r\n')]), {
    maxNestingDepth: 2,
  })
  const values = (key: string) => mail.headers.filter(header => header.key === key).map(({ value }) => value)
  return {
    from: values('from').flatMap(value => peopleOf(addressParser(value))),
    to: peopleOf([...(mail.to ?? []), ...(mail.cc ?? [])]),
    deliveredTo: ['delivered-to', 'x-original-to', 'envelope-to']
      .flatMap(values)
      .map(value => cutText(storable(value).trim(), 320))
      .slice(0, peopleAtMost),
    subject: cutText(
      storable(mail.subject ?? '')
        .replace(/\s+/g, ' ')
        .trim(),
      500,
    ),
    sentAt: instantOf(mail),
    messageId: idsOf(mail.messageId ?? '')[0] ?? null,
    refs: [...new Set([...idsOf(mail.inReplyTo ?? ''), ...idsOf(mail.references ?? '')])].slice(-refsAtMost),
    results: trustedLines(mail),
  }
}

/** Some programs write names and subjects in the charset of their country without naming it. */
function inUtf8(bytes: Buffer): Buffer {
  const isEscaped = bytes.includes('\u001b$')
  if (isEscaped) return decoded(bytes, 'iso-2022-jp')
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return bytes
  } catch {
    // Only the lines that are not ASCII show the charset.
    const lines = bytes.toString('latin1').split('\n')
    const foreign = lines.filter(line => /[\x80-\xff]/.test(line)).join('\n')
    return decoded(bytes, detect(Buffer.from(foreign, 'latin1')) ?? 'gb18030')
  }
}

function decoded(bytes: Buffer, charset: string): Buffer {
  try {
    return Buffer.from(new TextDecoder(charset).decode(bytes))
  } catch {
    return Buffer.from(new TextDecoder('gb18030').decode(bytes))
  }
}

function peopleOf(list: readonly Address[]): MailHead['from'] {
  const flat = list.flatMap(each => ('group' in each && each.group ? each.group : [each]))
  return flat.slice(0, peopleAtMost).map(({ name, address }) => ({
    name: cutText(storable(decodeWords(name ?? '')).trim(), 200),
    address: normalAddress(storable(address ?? '')),
  }))
}

/** Lower case, with the domain in ASCII; '' if it is no address. */
function normalAddress(text: string): string {
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at).trim().toLowerCase(), domainToASCII(text.slice(at + 1).trim())]
  return at < 1 || domain === '' || /[\s<>,;]/.test(local) ? '' : cutText(`${local}@${domain}`, 320)
}

function idsOf(text: string): string[] {
  return [...cutUnits(text, 100_000).matchAll(/<([^<>\s]{1,2000})>/g)].map(match =>
    cutText(storable(match[1] ?? ''), idChars),
  )
}

function instantOf(mail: Email): string | null {
  const at = Date.parse(mail.date ?? '')
  const isValid = at > Date.parse('1970-01-02') && at < Date.parse('2200-01-01')
  return isValid ? new Date(at).toISOString() : null
}

/**
 * A server adds its lines at the top, so a line below the next `Received` line was in the message when it arrived:
 * the sender may have written it.
 */
function trustedLines(mail: Email): string[] {
  const lines: string[] = []
  for (const { key, value } of mail.headers) {
    if (key === 'authentication-results') lines.push(value.slice(0, 20_000))
    else if (key === 'received' && lines.length > 0) break
  }
  return lines.slice(0, 20)
}

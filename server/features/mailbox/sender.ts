import { domainToASCII } from 'node:url'
import type { MailReason } from '#contract/mailbox.api.ts'
import type { MailHead } from './head-reading.ts'

type Rules = { senders: readonly string[]; server_id: string }

/** Why a message is refused, or null. The detail names what decided. */
export function judgeSender(rules: Rules, head: MailHead): { reason: MailReason; detail: string } | null {
  const [author, ...others] = head.from
  if (!author || author.address === '') return { reason: 'no_sender', detail: '' }
  if (others.length > 0) return { reason: 'many_senders', detail: head.from.map(each => each.address).join(', ') }
  const { address } = author
  if (!rules.senders.some(rule => matchesRule(rule, address))) return { reason: 'not_listed', detail: address }
  const own = head.results.map(readResults).find(({ serverId }) => serverId === rules.server_id.toLowerCase())
  if (!own) return { reason: 'no_result', detail: rules.server_id }
  const domain = domainOf(address)
  if (own.results.some(result => isProof(result, domain))) return null
  const stated = own.results.map(({ method, result }) => `${method}=${result}`).join(', ')
  return { reason: 'not_verified', detail: stated }
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

/** `a@example.org`: that address; `example.org`: that domain; `*.example.org`: the domains below it. */
export function matchesRule(rule: string, address: string): boolean {
  const at = rule.lastIndexOf('@')
  if (at > 0) return `${rule.slice(0, at)}@${domainToASCII(rule.slice(at + 1))}` === address
  if (rule.startsWith('*.')) return domainOf(address).endsWith(`.${domainToASCII(rule.slice(2))}`)
  return domainOf(address) === domainToASCII(rule)
}

type Result = { method: string; result: string; properties: Record<string, string> }

/** Whether a result proves that the domain of the author sent the message: by DMARC, or by DKIM or SPF of that domain. */
function isProof({ method, result, properties }: Result, domain: string): boolean {
  if (result !== 'pass') return false
  const is = (property: string) => {
    const value = properties[property]
    return value !== undefined && domainToASCII(value.slice(value.lastIndexOf('@') + 1)) === domain
  }
  if (method === 'dmarc') return is('header.from')
  if (method === 'dkim') return is('header.d') || (properties['header.d'] === undefined && is('header.i'))
  return method === 'spf' && is('smtp.mailfrom')
}

/** Reads one `Authentication-Results` line (RFC 8601): the server that states them, and its results. */
export function readResults(line: string): { serverId: string; results: Result[] } {
  const [head = '', ...parts] = splitAt(withoutComments(line), ';')
  const serverId = unquoted(head.trim().split(/\s+/)[0] ?? '').toLowerCase()
  const results = parts.flatMap(part => {
    const pairs = [...part.matchAll(/([\w.-]+)(?:\/\d+)?\s*=\s*("(?:[^"\\]|\\.)*"|[^\s"]+)/g)]
    const [first, ...rest] = pairs.map(([, name = '', value = '']) => [
      name.toLowerCase(),
      unquoted(value).toLowerCase(),
    ])
    if (!first) return []
    // A property that is stated twice proves nothing.
    const counted = Map.groupBy(rest, ([name]) => name ?? '')
    const single = [...counted].filter(([, all]) => all.length === 1).map(([name, [pair]]) => [name, pair?.[1] ?? ''])
    return [{ method: first[0] ?? '', result: first[1] ?? '', properties: Object.fromEntries(single) }]
  })
  return { serverId, results }
}

const unquoted = (text: string) => (text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text)

/** Comments may be nested, and may contain anything, `;` and forged results included. */
function withoutComments(line: string): string {
  let [text, depth, isQuoted] = ['', 0, false]
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at] ?? ''
    if (char === '\\') {
      if (depth === 0) text += line.slice(at, at + 2)
      at += 1
    } else if (isQuoted) {
      if (char === '"') isQuoted = false
      text += char
    } else if (char === '(') depth += 1
    else if (char === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0) {
      if (char === '"') isQuoted = true
      text += char
    }
  }
  return text
}

function splitAt(text: string, mark: string): string[] {
  const parts = ['']
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? ''
    if (char === '"' && text[at - 1] !== '\\') isQuoted = !isQuoted
    if (char === mark && !isQuoted) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts
}

const tagsAtMost = 20

/** Ids of the organisations that a message names: `[og:12]` in its subject, `name+og12@…` among its addressees. */
export function namedOgs({ subject, to, deliveredTo }: Pick<MailHead, 'subject' | 'to' | 'deliveredTo'>): number[] {
  const inSubject = [...subject.matchAll(/\[og:\s?(\d{1,15})\]/gi)]
  const addresses = [...to.map(each => each.address), ...deliveredTo]
  const inAddress = addresses.flatMap(text => [...text.matchAll(/\+og-?(\d{1,15})@/gi)])
  const ids = [...inSubject, ...inAddress].map(match => Number(match[1])).filter(id => id > 0)
  return [...new Set(ids)].slice(0, tagsAtMost)
}

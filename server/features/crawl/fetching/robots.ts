import robotsParser from 'robots-parser'
import { cutUnits } from '#contract/text.ts'
import type { Fetcher } from '#server/platform/fetcher/fetch.ts'
import { decodeBody } from '#server/text/charset.ts'

/** `read`: `text` holds the rules; `none`: everything is allowed; `unreachable`: nothing is, for now. */
export type RobotsState = 'read' | 'none' | 'unreachable'
/** Plain data, to be kept between rounds. */
export type RobotsFile = { state: RobotsState; text: string | null }

export type RobotsRules = {
  allows(url: string): boolean
  /** Asked for between two requests, at most a minute; 0 where nothing is. */
  delayMs: number
  /** Addresses of site maps, at most 20. */
  sitemaps: string[]
}

/** More is not read (RFC 9309, 2.5 asks for no less). */
const maxBytes = 512_000
const mostDelayMs = 60_000
const maxSitemaps = 20
/** Of the kept part: a file of hundreds of thousands of lines would be slow at every address. */
const maxLines = 10_000

/** Asks a host for its robots.txt (RFC 9309, 2.3.1): what is not there allows everything, what fails nothing. */
export async function fetchRobots(fetcher: Fetcher, siteUrl: string, signal?: AbortSignal): Promise<RobotsFile> {
  const url = new URL('/robots.txt', siteUrl).href
  const result = await fetcher.fetchPage(url, { maxBytes, cutsBody: true, maxRedirects: 5, totalMs: 30_000, signal })
  if (!result.ok) {
    // It is there, and useless for good: no reason to stay away for ever.
    const isUseless =
      result.reason === 'bad_encoding' || result.reason === 'too_large' || result.reason === 'too_many_redirects'
    return { state: isUseless ? 'none' : 'unreachable', text: null }
  }
  if (result.status >= 500 || result.status === 429) return { state: 'unreachable', text: null }
  if (result.status >= 400) return { state: 'none', text: null }
  const { text } = decodeBody(result.body, result.headers['content-type'] ?? null)
  // Sites answer every address with a page.
  if (/^\s*<(!doctype|html|\?xml)/i.test(text)) return { state: 'none', text: null }
  return { state: 'read', text: cutUnits(text, maxBytes).replaceAll('\u0000', '') }
}

/** The rules of a file for us, by the name before the slash of `agentName`. */
export function readRobots(file: RobotsFile, siteUrl: string, agentName: string): RobotsRules {
  if (file.state === 'unreachable') return { allows: () => false, delayMs: 0, sitemaps: [] }
  const url = new URL('/robots.txt', siteUrl).href
  const text = (file.text ?? '')
    .split(/\r\n?|\n/, maxLines)
    .map(line => productToken(line.slice(0, 2_000)))
    .join('\n')
  // The package's types name its namespace only.
  const parse = robotsParser as unknown as typeof robotsParser.default
  const rules = parse(url, text)
  const delay = rules.getCrawlDelay(agentName) ?? 0
  return {
    // Undefined: another host, that this file says nothing of.
    allows: address => rules.isAllowed(address, agentName) !== false,
    delayMs: delay > 0 ? Math.min(mostDelayMs, delay * 1_000) : 0,
    sitemaps: sitemapsOf(rules.getSitemaps(), siteUrl),
  }
}

/** The name of an agent ends at the first character that is not of a name (RFC 9309, 2.2.1): `Foo Bar` is `Foo`. */
function productToken(line: string): string {
  const [, before, name] = /^(\s*user-agent\s*:\s*)([a-z_-]+)/i.exec(line) ?? []
  return before === undefined || name === undefined ? line : `${before}${name}`
}

function sitemapsOf(named: readonly string[], siteUrl: string): string[] {
  const urls = named.flatMap(address => URL.parse(address, siteUrl)?.href ?? [])
  return [...new Set(urls)].slice(0, maxSitemaps)
}

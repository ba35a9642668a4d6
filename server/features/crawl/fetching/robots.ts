import robotsParser from 'robots-parser'
import { cutUnits } from '#contract/text.ts'
import type { Fetcher } from '#server/platform/fetcher/fetch.ts'
import { decodeBody } from '#server/text/charset.ts'

/** `read`: `text` contains the rules; `none`: everything is allowed; `unreachable`: nothing is allowed for now. */
export type RobotsState = 'read' | 'none' | 'unreachable'
/** Plain data, so that it can be stored between rounds. */
export type RobotsFile = { state: RobotsState; text: string | null }

type RobotsRules = {
  allows(url: string): boolean
  /** Crawl delay between two requests, at most a minute; 0 if the file has none. */
  delayMs: number
  /** Addresses of site maps, at most 20. */
  sitemaps: string[]
}

/** Bytes that are read of the file (RFC 9309, 2.5 demands no less). */
const maxBytes = 512_000
const mostDelayMs = 60_000
const maxSitemaps = 20
/**
 * Lines that are read of the stored part: a file of hundreds of thousands of lines would be slow for every address.
 */
const maxLines = 10_000

/**
 * Fetches a host's robots.txt (RFC 9309, 2.3.1): a file that does not exist allows everything, one that cannot be
 * fetched allows nothing.
 */
export async function fetchRobots(
  fetcher: Pick<Fetcher, 'fetchPage'>,
  siteUrl: string,
  signal?: AbortSignal,
): Promise<RobotsFile> {
  const url = new URL('/robots.txt', siteUrl).href
  const result = await fetcher.fetchPage(url, { maxBytes, cutsBody: true, maxRedirects: 5, totalMs: 30_000, signal })
  if (!result.ok) {
    // The file exists and is permanently unusable: that is no reason to avoid the site for ever.
    const isUseless =
      result.reason === 'bad_encoding' || result.reason === 'too_large' || result.reason === 'too_many_redirects'
    return { state: isUseless ? 'none' : 'unreachable', text: null }
  }
  if (result.status >= 500 || result.status === 429) return { state: 'unreachable', text: null }
  if (result.status >= 400) return { state: 'none', text: null }
  const { text } = decodeBody(result.body, result.headers['content-type'] ?? null)
  // Some sites answer every address with an HTML page.
  if (/^\s*<(!doctype|html|\?xml)/i.test(text)) return { state: 'none', text: null }
  return { state: 'read', text: cutUnits(text, maxBytes).replaceAll('\u0000', '') }
}

/** Rules of a file for this crawler, matched by the part of `agentName` before the slash. */
export function readRobots(file: RobotsFile, siteUrl: string, agentName: string): RobotsRules {
  if (file.state === 'unreachable') return { allows: () => false, delayMs: 0, sitemaps: [] }
  const url = new URL('/robots.txt', siteUrl).href
  const text = (file.text ?? '')
    .split(/\r\n?|\n/, maxLines)
    .map(line => productToken(line.slice(0, 2_000)))
    .join('\n')
  // The package's types declare only its namespace.
  const parse = robotsParser as unknown as typeof robotsParser.default
  const rules = parse(url, text)
  const delay = rules.getCrawlDelay(agentName) ?? 0
  return {
    // Undefined means another host, which this file does not cover.
    allows: address => rules.isAllowed(address, agentName) !== false,
    delayMs: delay > 0 ? Math.min(mostDelayMs, delay * 1_000) : 0,
    sitemaps: sitemapsOf(rules.getSitemaps(), siteUrl),
  }
}

/** Ends an agent's name at the first character that no name contains (RFC 9309, 2.2.1): `Foo Bar` is `Foo`. */
function productToken(line: string): string {
  const [, before, name] = /^(\s*user-agent\s*:\s*)([a-z_-]+)/i.exec(line) ?? []
  return before === undefined || name === undefined ? line : `${before}${name}`
}

function sitemapsOf(named: readonly string[], siteUrl: string): string[] {
  const urls = named.flatMap(address => URL.parse(address, siteUrl)?.href ?? [])
  return [...new Set(urls)].slice(0, maxSitemaps)
}

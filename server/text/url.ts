import { domainToASCII } from 'node:url'

/** Longer addresses come from programs in a loop, or contain something that is not an address. */
const maxLength = 2_000

/** Parameters that identify the origin of a visitor and do not affect the content. */
const tracking =
  /^(utm_\w+|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|igshid|mc_[ce]id|_ga|_gl|_hs(enc|mi)|mkt_tok|oly_(anon|enc)_id|vero_(id|conv)|wt_?mc|spm|scm|share_token|hmsr|hmpl|hmcu|hmkw|hmci|bd_vid|from_spmid|vd_source)$/i
/** Session parameters: by name, or by the form of the value if the name is common. */
const session =
  /^(phpsessid|jsessionid|aspsessionid\w*|asp\.net_sessionid|cfid|cftoken|sessionid|session_id|sess_id|zenid)$/i
const shortSession = /^(sid|session|s)$/i
const unreservedChar = /^[\w.~-]$/

/**
 * The canonical form of an address: addresses that differ only in parts without effect on the content share it. Null if
 * it is not a web address. Scheme, host, port, path with its slash and the rest of the query are preserved.
 */
export function urlKey(address: string): string | null {
  const url = URL.parse(address)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') return null
  const path = normalisePercent(
    url.pathname.replace(/;jsessionid=[^/;]*/gi, '').replace(/\/\([A-Z]\([a-z0-9]{20,}\)\)(?=\/)/gi, ''),
  )
  const key = `${url.protocol}//${hostAndPort(url)}${path}${queryKey(url.search)}`
  return key.length <= maxLength ? key : null
}

/** The address without parameters that identify the origin of a visitor: feeds add them to their links. */
export function withoutTracking(address: string): string {
  const url = URL.parse(address)
  if (!url || url.search.length < 2) return address
  const parts = url.search.slice(1).split('&')
  const kept = parts.filter(part => !tracking.test(part.split('=', 1)[0] ?? ''))
  if (kept.length === parts.length) return address
  url.search = kept.join('&')
  return url.href
}

function queryKey(search: string): string {
  if (search.length < 2) return ''
  const kept = search
    .slice(1)
    .split('&')
    .map(part => {
      const at = part.indexOf('=')
      const name = normalisePercent(at < 0 ? part : part.slice(0, at))
      return { name, value: at < 0 ? null : normalisePercent(part.slice(at + 1)) }
    })
    .filter(({ name, value }) => (name !== '' || (value ?? '') !== '') && !isNoise(name, value ?? ''))
  // Stable, because the order of a repeated name may matter.
  kept.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  if (kept.length === 0) return ''
  return `?${kept.map(({ name, value }) => (value === null ? name : `${name}=${value}`)).join('&')}`
}

function isNoise(name: string, value: string): boolean {
  return tracking.test(name) || session.test(name) || (shortSession.test(name) && /^[0-9a-f]{24,}$/i.test(value))
}

/** Decodes letters and digits, and writes every other escape in capitals (RFC 3986, 6.2.2). */
function normalisePercent(text: string): string {
  if (!text.includes('%')) return text
  return text.replace(/%([0-9a-f]{2})/gi, (written, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16))
    return unreservedChar.test(character) ? character : written.toUpperCase()
  })
}

function hostAndPort(url: URL): string {
  const host = url.hostname.replace(/\.$/, '')
  return url.port === '' ? host : `${host}:${url.port}`
}

/** Host with its port, the unit of rate limiting: one server, one clock. '' if it is not an address. */
export function hostOf(address: string): string {
  const url = URL.parse(address)
  return url ? hostAndPort(url) : ''
}

/** The hosts of a site without ports: the organisation's own and those of its entrances. */
export function hostsOf({ host, entrances }: { host: string | null; entrances: readonly string[] }): string[] {
  const names = [host, ...entrances.map(address => URL.parse(address)?.hostname ?? null)]
  return [...new Set(names.flatMap(name => (name ? [hostName(name)] : [])))]
}

/** Whether an address belongs to a site with these hosts; `www.` makes no difference, other subdomains do. */
export function inScope(address: string | URL, hosts: readonly string[]): boolean {
  const url = typeof address === 'string' ? URL.parse(address) : address
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return false
  const bare = withoutWww(hostName(url.hostname))
  return hosts.some(host => withoutWww(hostName(host)) === bare)
}

function hostName(host: string): string {
  const name = host.toLowerCase().replace(/\.$/, '')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII names are what they will be
  return /^[\u0000-\u007f]*$/.test(name) ? name : domainToASCII(name) || name
}

function withoutWww(host: string): string {
  return host.startsWith('www.') && host.indexOf('.', 4) > 0 ? host.slice(4) : host
}

const home = /^\/([a-z]{2}([-_][a-z]{2,4})?\/?)?(index\.\w{2,5})?$/i
/** A query that names a page: `/?p=12`, `/index.php?title=Harbour`. */
const pageQuery =
  /[?&](?:p|page|page_?id|id|[acft]?id|title|cat|tag|article|post|news|r|route|do|mod|m|c|view|option|action|s|q)=[^&]/i

/** Whether an address is the first page of a site, or of one of its languages: it changes often. */
export function isHome(address: string): boolean {
  const { pathname, search } = new URL(address)
  return home.test(pathname) && !pageQuery.test(search)
}

/** Resolves the links of one page against its base, each raw address once. */
export function makeAddressBook(url: string) {
  let base = url
  const resolved = new Map<string, string | null>()
  const crawled = new Map<string, string>()

  function resolve(raw: string | undefined): string | null {
    if (raw === undefined) return null
    const known = resolved.get(raw)
    if (known !== undefined) return known
    const address = absolute(raw, base)
    resolved.set(raw, address)
    return address
  }
  return {
    setBase(raw: string | undefined): void {
      const address = raw === undefined ? null : absolute(raw, url)
      if (address) base = address
    },
    resolve,
    /** Records a web address for the crawl and returns it as a reader would follow it. */
    crawl(raw: string | undefined): string | null {
      const address = resolve(raw)
      if (address && /^https?:/.test(address) && !crawled.has(address)) crawled.set(address, withoutFragment(address))
      return address
    },
    /**
     * The address of a picture without query. Lazy loading stores it in other attributes; visit counters are one point
     * wide.
     */
    picture(attributes: Map<string, string>): string | null {
      if (isPoint(attributes.get('width')) || isPoint(attributes.get('height'))) return null
      const raw = attributes.get('data-src') ?? attributes.get('data-original') ?? attributes.get('src')
      return raw === undefined ? null : (resolve(raw)?.replace(/[?#].*$/, '') ?? null)
    },
    all: (): string[] => [...new Set(crawled.values())],
  }
}

function absolute(raw: string, base: string): string | null {
  const trimmed = raw.trim()
  if (trimmed === '' || /^(?:javascript|data|blob|vbscript):/i.test(trimmed)) return null
  if (trimmed.length > 4000) return null
  try {
    const { href } = new URL(trimmed, base)
    // Protected mail addresses are encrypted differently in every delivery of the page.
    return href.includes('/cdn-cgi/l/email-protection') ? withoutFragment(href) : href
  } catch {
    return null
  }
}

function withoutFragment(address: string): string {
  const at = address.indexOf('#')
  return at === -1 ? address : address.slice(0, at)
}

function isPoint(size: string | undefined): boolean {
  return size !== undefined && /^[01](?:px)?$/.test(size.trim())
}

// Resolves names of XML elements and attributes by namespace; a prefix is only the document's own shorthand.

const xmlns = 'http://www.w3.org/2000/xmlns/'

/** Follows a traversal of a document; call `enter` before an element's name is read, and `leave` after its end. */
export class XmlNames {
  private readonly scopes: (ReadonlyMap<string, string> | null)[] = []
  private now: ReadonlyMap<string, string> = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']])

  enter(attributes: Readonly<Record<string, string>>): void {
    let next: Map<string, string> | null = null
    for (const key in attributes) {
      if (!key.startsWith('xmlns') || (key.length > 5 && key[5] !== ':')) continue
      next ??= new Map(this.now)
      next.set(key.slice(6), (attributes[key] ?? '').trim())
    }
    this.scopes.push(next && this.now)
    if (next) this.now = next
  }

  leave(): void {
    const before = this.scopes.pop()
    if (before) this.now = before
  }

  /** Null: no namespace; undefined: a prefix that the document does not declare. */
  split(name: string, isAttribute = false): { namespace: string | null | undefined; local: string } {
    const colon = name.indexOf(':')
    const prefix = colon < 0 ? '' : name.slice(0, colon)
    const local = name.slice(colon + 1)
    if (prefix === 'xmlns' || name === 'xmlns') return { namespace: xmlns, local }
    if (prefix === '') return { namespace: (!isAttribute && this.now.get('')) || null, local }
    return { namespace: this.now.get(prefix), local }
  }
}

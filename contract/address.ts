/** As forms encode it: a space becomes `+`. */
const encoded = (text: string) =>
  encodeURIComponent(text.toWellFormed())
    .replaceAll('%20', '+')
    .replace(/[!'()~]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

const isPresent = (value: unknown) => value !== undefined && value !== null && value !== ''

/** `{a: [1, 2], b: ''}` becomes `?a=1&a=2`; empty if no value is left. */
export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).filter(isPresent).map(each => `${encoded(name)}=${encoded(String(each))}`),
  )
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

/** `/v1/og/{id}` with its placeholders filled, and the query. */
export function addressOf(path: string, { params, query }: { params?: unknown; query?: unknown }): string {
  const values = (params ?? {}) as Record<string, unknown>
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? '')))
  return filled + stringifySearch((query ?? {}) as Record<string, unknown>)
}

// Groups of pages by their addresses: pages of a group change alike.

/** A path segment or the first label of a host that can be a language: `zh`, `en-us`, `pt_BR`. */
const language = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i
const languageParameter = /(?:^|&)(?:lang|language|locale|hl)=[^&]*/gi

/** The address without its language: equal for the same page in all languages of a site. */
export function siblingOf(urlKey: string): string {
  const [, path = '', query = ''] = /^(?:https?:\/\/)?([^?]*)\??(.*)$/s.exec(urlKey) ?? []
  const parts = path.split('/')
  const last = parts.length - 1
  const named = parts.flatMap((part, at) => (!language.test(part) ? [part] : at === last && at > 0 ? [''] : []))
  const [host = ''] = named
  if (named.length > 1 && language.test(host.split('.')[0] ?? '')) named[0] = host.replace(/^[^.]*\./, '')
  const rest = query.replace(languageParameter, '').replace(/^&/, '')
  return rest === '' ? named.join('/') : `${named.join('/')}?${rest}`
}

/** The folder of an address; folders that differ in numbers only, as years, are one. */
export function folderOf(urlKey: string): string {
  const path = urlKey.replace(/\?.*$/s, '')
  return path.slice(0, Math.max(0, path.lastIndexOf('/'))).replace(/\d+/g, '#')
}

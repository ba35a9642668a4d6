/** A page of a numbered archive, recognised by its address. */
type NumberedPage = {
  /** The address without its number. */
  key: string
  /** Addresses at which such an archive has its first page, in the form of `plainAddress`. */
  first: string[]
  /** The address shows that its number counts pages; otherwise it may be an article's own number. */
  isNamed: boolean
}

const words = 'pages?|paged|seite|pagina|page_?(?:num|no|index)|currentpage|cpage|pg|pn'
const query = new RegExp(`([?&](?:${words})=)\\d{1,5}(?=&|$)`, 'i')
const step = new RegExp(`/(?:${words})[/_-]?\\d{1,5}(?=/|$|\\.\\w{2,6}$)`, 'i')
const file = /\/((?:list|index|default|more|archive)s?)[_-]\d{1,5}(\.\w{2,6})?$/i
/** A number alone, or after one word, as the last step: `/news/2.html`, `/steel/3/`, `/col-12.html`. */
const bareNumber = /\/(?:[a-z]+[_-])?\d{1,4}(?:\.\w{2,6})?$/i
const mark = '{n}'

/** Recognises a page number in an address, in one of the common notations; null if there is none. */
export function numberedOf(address: string): NumberedPage | null {
  const url = URL.parse(address)
  if (!url) return null
  const path = plainPath(url.pathname)
  const at = (rest: string) => url.origin + rest
  if (query.test(url.search))
    return {
      key: at(path + url.search.replace(query, `$1${mark}`)),
      first: [at(path + url.search.replace(query, '').replace(/^&/, '?'))],
      isNamed: true,
    }
  if (step.test(path)) {
    const without = path.replace(step, '')
    return {
      key: at(path.replace(step, found => found.replace(/\d+/, mark)) + url.search),
      first: [at(without.replace(/\.\w{2,6}$/, '') + url.search), at(without + url.search)],
      isNamed: true,
    }
  }
  const named = file.exec(path)
  if (named) {
    const [whole, name, ending = ''] = named
    const folder = path.slice(0, -whole.length)
    return {
      key: at(`${folder}/${name}${mark}${ending}${url.search}`),
      first: [at(plainPath(`${folder}/${name}${ending}`) + url.search), at(folder + url.search)],
      isNamed: true,
    }
  }
  if (!bareNumber.test(path)) return null
  return {
    key: at(path.replace(bareNumber, found => found.replace(/\d+/, mark)) + url.search),
    first: [],
    isNamed: false,
  }
}

/** The same for `/news`, `/news/` and `/news/index.html`. */
export function plainAddress(address: string): string {
  const url = URL.parse(address)
  return url ? url.origin + plainPath(url.pathname) + url.search : address
}

function plainPath(path: string): string {
  return path.replace(/\/(?:index|default)\.\w{2,6}$/i, '/').replace(/\/+$/, '')
}

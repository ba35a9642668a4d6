const readable = /^(text\/(html|plain|xml)|application\/(xhtml\+xml|xml|pdf|x-pdf))$/
/** Types that only feeds have; JSON of any other kind is refused once its bytes are known. */
export const feedType = /^(application\/((rss|atom|rdf|feed)\+(xml|json)|json)|text\/rss(\+xml)?)$/

/** Accepts media types with text that can be read; a missing type ('') is decided from the bytes. */
export function isReadable(type: string): boolean {
  return type === '' || readable.test(type) || feedType.test(type)
}

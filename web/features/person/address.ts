import type { Locale } from '#contract/error.ts'

const isWeb = (text: string) => /^https?:\/\//i.test(text)

/** A web address from an address, a Wikidata id, or the title of an article in the user's language. */
export function wikiAddress(text: string, locale: Locale): string {
  if (isWeb(text)) return text
  if (/^Q\d+$/.test(text)) return `https://www.wikidata.org/wiki/${text}`
  // Text with another scheme is not a title: it stays text.
  if (/^[a-z][a-z\d+.-]*:/i.test(text)) return text
  const site = /\p{Script=Han}/u.test(text) || locale === 'zh-CN' ? 'zh' : 'en'
  return `https://${site}.wikipedia.org/wiki/${encodeURIComponent(text.replaceAll(' ', '_'))}`
}

/** Text that is neither an address nor a user name stays text. */
export function twitterAddress(text: string): string {
  const name = /^@?(\w{1,15})$/.exec(text)?.[1]
  return name ? `https://x.com/${name}` : text
}

export function facebookAddress(text: string): string {
  return /^[A-Za-z\d.]{5,50}$/.test(text) ? `https://www.facebook.com/${text}` : text
}

/** Null for text that cannot be dialled. */
export function phoneAddress(text: string): string | null {
  const dialled = text.replace(/[\s().-]/g, '')
  return /^\+?\d{3,20}$/.test(dialled) ? `tel:${dialled}` : null
}

export function mailAddress(text: string): string | null {
  return /^[^\s@<>?&,;:"]+@[^\s@<>?&,;:"]+\.[^\s@<>?&,;:"]+$/.test(text) ? `mailto:${text}` : null
}

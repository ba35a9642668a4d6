import type { Education } from '#contract/person.api.ts'

/** Parses `School — degree (1990 – 1994-06)`; for any other form, the whole text is the school. */
export function educationOf(text: string): Education {
  const match = /^(.+?)(?: — (.+?))?(?: \(([\d-]*) – ([\d-]*)\))?$/s.exec(text)
  if (!match) return { school: text, degree: null, from: null, to: null }
  const [, school = text, degree = null, from, to] = match
  return { school, degree, from: from || null, to: to || null }
}

/** A time without a zone is in UTC; a date without a time stays unchanged. */
export function eventTimeOf(time: string | undefined): string | undefined {
  if (!time?.includes('T')) return time
  const at = new Date(/(Z|[+-]\d\d:?\d\d)$/i.test(time) ? time : `${time}Z`)
  return Number.isNaN(at.getTime()) ? time : at.toISOString().replace(/(:00)?\.000Z$/, 'Z')
}

const accounts = [
  ['twitter', /(^|\.)(twitter|x)\.com$/],
  ['facebook', /(^|\.)facebook\.com$/],
  ['youtube', /(^|\.)youtube\.com$/],
] as const

/** Kind of a web address; undefined if the text is none. */
export function webAddressKind(text: string): 'website' | 'twitter' | 'facebook' | 'youtube' | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  const host = new URL(text).hostname.toLowerCase()
  return accounts.find(([, pattern]) => pattern.test(host))?.[0] ?? 'website'
}

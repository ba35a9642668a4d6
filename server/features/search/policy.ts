import { editors, type Role, supers } from '#contract/role.ts'
import { type SearchNoun, searchNouns } from '#contract/search.ts'
import { policies } from '#server/nouns.ts'

/** Which nouns a role may find, beside each record's own access lists. */
export function nounsOf(role: Role): SearchNoun[] {
  return searchNouns.filter(noun => (noun === 'page' ? editors : readersOf(noun)).includes(role))
}

function readersOf(noun: Exclude<SearchNoun, 'page'>): readonly Role[] {
  const { read, readOwn = [] } = policies[noun]
  return [...read, ...readOwn]
}

/** Writers find what is being written, others what is published. */
export function reportPartOf(role: Role): 0 | 1 {
  return supers.includes(role) ? 0 : 1
}

/** Only what is their own. */
export function findsOwnOnly(role: Role): boolean {
  return role === 'uploader'
}

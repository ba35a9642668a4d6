import { editors, type Role, supers } from '#contract/role.ts'
import { type SearchNoun, searchNouns } from '#contract/search.ts'
import { policies } from '#server/nouns.ts'

/** Entities that a role may find, in addition to each record's own access lists. */
export function nounsOf(role: Role): SearchNoun[] {
  return searchNouns.filter(noun => (noun === 'page' ? editors : readersOf(noun)).includes(role))
}

function readersOf(noun: Exclude<SearchNoun, 'page'>): readonly Role[] {
  const { read, readOwn = [] } = policies[noun]
  return [...read, ...readOwn]
}

/** Report writers find drafts, other users published versions. */
export function reportPartOf(role: Role): 0 | 1 {
  return supers.includes(role) ? 0 : 1
}

/** Whether the role finds its own records only. */
export function findsOwnOnly(role: Role): boolean {
  return role === 'uploader'
}

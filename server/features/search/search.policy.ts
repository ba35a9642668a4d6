import { editors, type Role, supers } from '#contract/role.ts'
import { type SearchEntity, searchEntities } from '#contract/search.api.ts'
import { policies } from '#server/entities.ts'

/** Entities that a role may find, in addition to each record's own access lists. */
export function searchableEntities(role: Role): SearchEntity[] {
  return searchEntities.filter(noun => (noun === 'page' ? editors : readersOf(noun)).includes(role))
}

function readersOf(noun: Exclude<SearchEntity, 'page'>): readonly Role[] {
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

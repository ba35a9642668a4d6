import { editors, ogReaders, type Role, reportReaders, supers, uploaders } from '#contract/role.ts'
import type { SearchNoun } from '#contract/search.ts'

/** Which nouns a role may find, beside each record's own access lists. */
const rolesOf: Record<SearchNoun, readonly Role[]> = {
  og: ogReaders,
  person: ogReaders,
  event: ogReaders,
  report: reportReaders,
  upload: uploaders,
  page: editors,
}

export function nounsOf(role: Role): SearchNoun[] {
  return (Object.keys(rolesOf) as SearchNoun[]).filter(noun => rolesOf[noun].includes(role))
}

/** Writers find what is being written, others what is published. */
export function reportPartOf(role: Role): 0 | 1 {
  return supers.includes(role) ? 0 : 1
}

/** Only what is their own. */
export function findsOwnOnly(role: Role): boolean {
  return role === 'uploader'
}

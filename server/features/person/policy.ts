import { editors, ogReaders, supers } from '#contract/role.ts'
import type { Policy } from '#server/record/access.ts'

/** Who may do what to persons, beside each record's own access lists. */
export const personPolicy: Policy = {
  read: ogReaders,
  create: editors,
  update: editors,
  delete: supers,
  deleteOwn: ['editor'],
}

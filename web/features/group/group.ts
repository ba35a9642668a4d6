import { createGroup, deleteGroup, type Group, type NewGroup, updateGroup } from '#contract/group.api.ts'
import { type CallInput, call } from '#web/platform/api.ts'
import { refresh } from '#web/platform/query.ts'

/** Members gain or lose access to records, so all lists may differ. */
async function showSaved(group: Group): Promise<Group> {
  await refresh('group', 'visible_group', 'user', 'visible_user')
  return group
}

export function saveNewGroup(body: NewGroup): Promise<Group> {
  return call(createGroup, { body }).then(showSaved)
}

export function saveGroup(id: number, body: CallInput<typeof updateGroup>['body']): Promise<Group> {
  return call(updateGroup, { params: { id }, body }).then(showSaved)
}

/** Deletes a group; access lists with only this group get the heir. */
export async function removeGroup(id: number, heir: number | undefined): Promise<void> {
  await call(deleteGroup, { params: { id }, query: heir === undefined ? {} : { heir: String(heir) } })
  await refresh('group', 'visible_group', 'user', 'og', 'person', 'event', 'source', 'report', 'upload')
}

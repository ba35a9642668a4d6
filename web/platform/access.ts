import type { Role } from '#contract/role.ts'
import { type RouteName, type RouteRow, routeEntries, routeOf } from './route.ts'
import { useSession } from './session.ts'

/** True if the role, or being a reviewer, opens the route. `*` means everyone; roles match exactly. */
export function mayOpen(row: RouteRow, role: Role | null): boolean {
  if (row.roles === '*' || (role !== null && row.roles.includes(role))) return true
  return row.isReview === true && role !== null && useSession.getState().isReviewer
}

/** The start page of each role. */
const landings: Record<Role, string> = {
  admin: 'dashboard',
  super_editor: 'dashboard',
  super_reader: 'dashboard',
  editor: 'og',
  reader: 'og',
  uploader: 'upload',
  device: 'device_list',
}

/** The first page that a role can open. */
export function landingOf(role: Role, isOffered: (name: RouteName) => boolean = () => true): RouteName {
  const may = (name: string) => {
    const row = routeOf(name)
    return row !== undefined && mayOpen(row, role) && isOffered(name as RouteName)
  }
  const landing = landings[role]
  if (may(landing)) return landing as RouteName
  return routeEntries().find(([name, row]) => row.menu && may(name))?.[0] ?? ('exception_404' as RouteName)
}

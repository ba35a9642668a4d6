import type { Role } from '#contract/role.ts'
import { type PageName, type PageRoute, pageRoutes } from '#contract/route.ts'
import type { MenuEntry } from '#contract/session.api.ts'

/** Not in the side menu, but reached from the user's own menu; the server-driven menu has always included it. */
const unlistedPages: readonly string[] = ['user_info'] satisfies PageName[]

/**
 * The menu of a role by route names, in the order of the table of pages; a group without a permitted child is left out.
 */
export function menuOf(role: Role): MenuEntry[] {
  const entries: MenuEntry[] = []
  for (const [name, row] of Object.entries<PageRoute>(pageRoutes)) {
    if ((!row.menu && !unlistedPages.includes(name)) || !isFor(role, row.roles) || !isFor(role, row.menu?.roles))
      continue
    const group = row.menu?.group
    if (group === undefined) {
      entries.push({ name })
      continue
    }
    const branch = entries.find(entry => entry.name === group)
    if (branch?.children) branch.children.push({ name })
    else entries.push({ name: group, children: [{ name }] })
  }
  return entries
}

const isFor = (role: Role, roles: PageRoute['roles'] = '*') => roles === '*' || roles.includes(role)

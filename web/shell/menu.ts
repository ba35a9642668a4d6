import { LayoutDashboard, type LucideIcon, Radar, Settings2 } from 'lucide-react'
import type { ComponentType } from 'react'
import { type BilingualText, bilingual } from '#contract/bilingual.ts'
import type { Role } from '#contract/role.ts'
import type { MenuGroup } from '#contract/route.ts'
import type { MenuEntry } from '#contract/session.api.ts'
import { mayOpen } from '#web/platform/access.ts'
import { type PlainRouteName, routeEntries, routeOf } from '#web/platform/route.ts'

export type MenuLeaf = { name: PlainRouteName; title: BilingualText; icon: LucideIcon; Mark?: ComponentType }
export type MenuBranch = { name: MenuGroup; title: BilingualText; icon: LucideIcon; leaves: MenuLeaf[] }
export type MenuItem = MenuLeaf | MenuBranch

const groups: Record<MenuGroup, Omit<MenuBranch, 'name' | 'leaves'>> = {
  main_p_dashboard: { title: bilingual('仪表盘', 'Dashboard'), icon: LayoutDashboard },
  monitor: { title: bilingual('监测', 'Monitoring'), icon: Radar },
  admin: { title: bilingual('管理', 'Administration'), icon: Settings2 },
}

function leafOf(name: string, role: Role): MenuLeaf | undefined {
  const row = routeOf(name)
  if (!row?.menu || !row.icon || !mayOpen(row, role)) return undefined
  if (row.menu.roles && !row.menu.roles.includes(role)) return undefined
  return { name: name as PlainRouteName, title: row.title, icon: row.icon, ...(row.Mark && { Mark: row.Mark }) }
}

const present = <T>(value: T | undefined): value is T => value !== undefined

/** The client's own menu for a role, in the order of the routes. */
export function menuOf(role: Role): MenuItem[] {
  const items: MenuItem[] = []
  for (const [name, row] of routeEntries()) {
    const leaf = leafOf(name, role)
    if (!leaf) continue
    const group = row.menu?.group
    const branch = items.find(item => item.name === group)
    if (!group) items.push(leaf)
    else if (branch && 'leaves' in branch) branch.leaves.push(leaf)
    else items.push({ name: group, ...groups[group], leaves: [leaf] })
  }
  return items
}

/** The server's menu, in its order; entries that are unknown here or forbidden for the role are left out. */
export function menuFrom(entries: readonly MenuEntry[], role: Role): MenuItem[] {
  return entries
    .map((entry): MenuItem | undefined => {
      if (!entry.children) return leafOf(entry.name, role)
      if (!Object.hasOwn(groups, entry.name)) return undefined
      const name = entry.name as MenuGroup
      const leaves = entry.children.map(child => leafOf(child.name, role)).filter(present)
      return leaves.length > 0 ? { name, ...groups[name], leaves } : undefined
    })
    .filter(present)
}

/** Replaces a group of one by its page. */
export function flatten(items: readonly MenuItem[]): MenuItem[] {
  return items.map(item => {
    if (!('leaves' in item)) return item
    const only = item.leaves.length === 1 ? item.leaves[0] : undefined
    return only ?? item
  })
}

import { expect, test } from 'vitest'
import { type Role, roles } from '#contract/role.ts'
import '#web/routes.ts'
import { mayOpen } from '#web/platform/access.ts'
import { routeOf } from '#web/platform/route.ts'
import { flatten, type MenuItem, menuFrom, menuOf } from './menu.ts'

const leaves = (items: readonly MenuItem[]) => items.flatMap(item => ('leaves' in item ? item.leaves : [item]))
const names = (items: readonly MenuItem[]) => leaves(items).map(leaf => leaf.name)

const tables: Record<Role, string[]> = {
  admin: ['dashboard', 'og', 'admin_og', 'admin_og_cates', 'admin_user_manage'],
  super_editor: ['dashboard', 'og', 'admin_og', 'admin_og_cates'],
  editor: ['og', 'admin_og', 'admin_og_cates'],
  super_reader: ['dashboard', 'og'],
  reader: ['og'],
  uploader: ['upload'],
  device: ['device_list'],
}

test.each(roles)('%s sees the pages of its row and can open each of them', role => {
  // New pages may only be added to a row.
  expect(names(menuOf(role))).toEqual(expect.arrayContaining(tables[role]))
  for (const name of names(menuOf(role))) expect(mayOpen(routeOf(name)!, role)).toBe(true)
})

test('only an admin sees the users', () => {
  expect(roles.filter(role => names(menuOf(role)).includes('admin_user_manage'))).toEqual(['admin'])
})

test('the server’s menu keeps its order and loses unknown and forbidden pages', () => {
  const entries = [
    { name: 'og' },
    { name: 'no_such_page' },
    { name: 'no_such_group', children: [{ name: 'og' }] },
    { name: 'main_p_dashboard', children: [{ name: 'dashboard' }] },
    { name: 'admin', children: [{ name: 'admin_user_manage' }, { name: 'admin_og' }] },
  ]
  expect(names(menuFrom(entries, 'super_editor'))).toEqual(['og', 'dashboard', 'admin_og'])
})

test('a group of one is its page', () => {
  const [first] = flatten(menuOf('admin'))
  expect(first?.name).toBe('dashboard')
})

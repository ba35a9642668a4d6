import { beforeEach, expect, test } from 'vitest'
import { addGuard, removeAllGuards } from './leave.ts'
import { aliveTabs, clearTabs, dropTabs, reloadTab, showInTab, useTabs } from './tab.ts'

const show = (key: string, search: Record<string, string> = {}) =>
  showInTab({ key, name: 'og_detail', params: {}, search })
const keys = () => useTabs.getState().tabs.map(tab => tab.key)

beforeEach(() => {
  clearTabs()
  removeAllGuards()
})

test('a changed query is the same tab; another path is another tab', () => {
  show('/og/1')
  show('/og/2')
  show('/og/1', { tab: 'pages' })
  expect(keys()).toEqual(['/og/1', '/og/2'])
  expect(useTabs.getState()).toMatchObject({ activeKey: '/og/1', tabs: [{ search: { tab: 'pages' } }, {}] })
})

test('a reloaded tab is rebuilt and keeps its query', () => {
  show('/og/1', { keyword: 'x' })
  reloadTab('/og/1')
  expect(useTabs.getState().tabs[0]).toMatchObject({ reloads: 1, search: { keyword: 'x' } })
})

test('keeps the ten last used pages mounted, and older ones with unsaved work', () => {
  for (let id = 1; id <= 12; id += 1) show(`/og/${id}`)
  show('/og/3')
  const alive = () => aliveTabs(useTabs.getState().tabs).map(tab => tab.key)
  expect(alive()).toHaveLength(10)
  expect(alive()).toContain('/og/3')
  expect(alive()).not.toContain('/og/1')
  addGuard('/og/1', () => true)
  expect(alive()).toHaveLength(11)
  expect(alive()).toContain('/og/1')
})

test('removes closed tabs; the others keep their order', () => {
  for (const key of ['/a', '/b', '/c']) show(key)
  dropTabs(['/b'])
  expect(keys()).toEqual(['/a', '/c'])
})

import { create } from 'zustand'
import { isPageDirty } from './leave.ts'
import { onSessionEnd } from './session.ts'
import type { Search } from './url.ts'

/** One page as an address names it. `key` is its path, so a changed query is still the same page. */
export type PageAt = { key: string; name: string; params: Record<string, string>; search: Search }

export type Tab = PageAt & {
  /** Incremented by "reload": the page is rebuilt. */
  reloads: number
  usedAt: number
}

type TabState = {
  tabs: Tab[]
  activeKey: string | null
  /** Titles that pages have set, e.g. a record's name; other pages have their route's title. */
  titles: Record<string, string>
}

const aliveAtMost = 10

export const useTabs = create<TabState>(() => ({ tabs: [], activeKey: null, titles: {} }))
let uses = 0

/** Makes the settled page the active tab; a tab that is already open takes the new query. */
export function showInTab(page: PageAt): void {
  uses += 1
  useTabs.setState(({ tabs }) => {
    const known = tabs.find(tab => tab.key === page.key)
    const next: Tab = { ...page, reloads: known?.reloads ?? 0, usedAt: uses }
    return {
      activeKey: page.key,
      tabs: known ? tabs.map(tab => (tab === known ? next : tab)) : [...tabs, next],
    }
  })
}

export function setPageTitle(key: string, title: string): void {
  useTabs.setState(({ titles }) => ({ titles: { ...titles, [key]: title } }))
}

export function reloadTab(key: string): void {
  useTabs.setState(({ tabs }) => ({
    tabs: tabs.map(tab => (tab.key === key ? { ...tab, reloads: tab.reloads + 1 } : tab)),
  }))
}

export function dropTabs(keys: readonly string[]): void {
  useTabs.setState(({ tabs }) => ({ tabs: tabs.filter(tab => !keys.includes(tab.key)) }))
}

/** The tabs whose pages stay mounted: the ten last used, and any with unsaved work. */
export function aliveTabs(tabs: readonly Tab[]): Tab[] {
  const newest = new Set([...tabs].sort((a, b) => b.usedAt - a.usedAt).slice(0, aliveAtMost))
  return tabs.filter(tab => newest.has(tab) || isPageDirty(tab.key))
}

export function hasTab(key: string): boolean {
  return useTabs.getState().tabs.some(tab => tab.key === key)
}

/** Removes all tabs; the titles that pages have set stay. */
export function clearTabs(): void {
  useTabs.setState({ tabs: [], activeKey: null })
}

onSessionEnd(() => useTabs.setState({ tabs: [], activeKey: null, titles: {} }))

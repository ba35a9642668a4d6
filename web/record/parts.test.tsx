import { act, render, renderHook, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Role } from '#contract/role.ts'
import { setLocale } from '#web/platform/locale.ts'
import { useSession } from '#web/platform/session.ts'
import '#web/parts.ts'
import { lazyComponent } from './lazy-component.tsx'
import { loadParts, RecordParts, registeredBulkActs, registerPart, useRegisteredTabs } from './parts.tsx'

function tabsOf(noun: string, role: Role): string[] {
  useSession.setState({ user: { id: 1, username: 'x', role } as never })
  const given = { noun, record: { id: 7 } as never, onEdit: () => undefined }
  return renderHook(() => useRegisteredTabs(given)).result.current.map(tab => `${tab.key}: ${String(tab.label)}`)
}

it('shows the tabs of other features in their order, to roles that can open them', () => {
  act(() => setLocale('en-US'))
  expect(tabsOf('og', 'super_editor')).toEqual([
    'persons: Persons',
    'ownership: Ownership and links',
    'relations: Relations',
    'events: Events',
    'site: Site',
    'uploads: Files',
    'reports: Reports',
    'mentions: Mentions',
  ])
  expect(tabsOf('og', 'reader')).toEqual([
    'persons: Persons',
    'ownership: Ownership and links',
    'relations: Relations',
    'events: Events',
    'site: Site',
  ])
  expect(tabsOf('event', 'super_editor')).toEqual(['reports: Reports'])
  expect(tabsOf('event', 'editor')).toEqual([])
  expect(tabsOf('report', 'admin')).toEqual([])
})

it('shows them in the chosen language, also after it changes', () => {
  act(() => setLocale('zh-CN'))
  expect(tabsOf('person', 'admin')).toEqual([
    'ownership: 所有权与关联',
    'relations: 关系',
    'events: 事件',
    'uploads: 文件',
    'reports: 情报报告',
    'mentions: 提及',
  ])
})

it('offers merging only for entities whose records can be merged', () => {
  const idsOf = (noun: string) => registeredBulkActs(noun).map(({ id }) => id)
  expect(['og', 'person', 'event', 'report', 'upload'].map(idsOf)).toEqual([['merge'], ['merge'], ['merge'], [], []])
})

it('renders a part at once if its code loaded before the record', async () => {
  const saying = (text: string) =>
    lazyComponent<{ noun: 'upload'; id: number }>(async () => ({ default: () => <p>{text}</p> }))
  const [Waiting, Fetched] = [saying('waited for'), saying('there')]
  registerPart({ place: 'facts', nouns: ['upload'], Content: Fetched })
  registerPart({ place: 'overview', nouns: ['upload'], Content: Waiting })
  loadParts('upload')
  await act(async () => undefined)
  render(
    <>
      <RecordParts place="facts" noun="upload" id={1} />
      <RecordParts place="overview" noun="upload" id={1} />
    </>,
  )
  expect(screen.queryByText('there')).toBeTruthy()
  expect(screen.queryByText('waited for')).toBeNull()
  expect(await screen.findByText('waited for')).toBeTruthy()
})

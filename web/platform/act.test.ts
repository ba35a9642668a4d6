import { Plus } from 'lucide-react'
import { expect, test, vi } from 'vitest'
import { type AppCommand, actsFor, closeAct, matchesTyped, registerAct, runAct, useActs } from './app-command.ts'

const create: AppCommand = {
  id: 'og.new',
  label: { 'zh-CN': '新建组织', 'en-US': 'New organisation' },
  letters: 'xjzz',
  icon: Plus,
  roles: ['editor'],
  Content: () => null,
}

test.each(['新建', '组织', 'new', 'ORG new', 'xj', 'xjzz'])('an action is found by %s', typed => {
  expect(matchesTyped(create, typed)).toBe(true)
})

test.each(['删除', 'delete', 'xjr', 'new person', 'jzz'])('an action is not found by %s', typed => {
  expect(matchesTyped(create, typed)).toBe(false)
})

test('an action is available to its roles only, after those of the page', () => {
  registerAct(create)
  const here: AppCommand = { id: 'edit', label: { 'zh-CN': '编辑', 'en-US': 'Edit' }, icon: Plus, run: vi.fn() }
  expect(actsFor('editor', [here]).map(act => act.id)).toEqual(['edit', 'og.new'])
  expect(actsFor('reader', [here]).map(act => act.id)).toEqual(['edit'])
  expect(actsFor(null, [])).toEqual([])
})

test('running an action renders its content until that closes', () => {
  runAct(create)
  expect(useActs.getState().opened).toBe(create)
  closeAct()
  expect(useActs.getState().opened).toBeNull()
})

import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/role.ts'
import type { User } from '#contract/user.api.ts'
import { Permitted } from './permitted.tsx'
import { switchRole, useSession } from './session.ts'

function signIn(role: Role): void {
  useSession.setState({ user: { id: 1, role } as User, shownRole: null })
}

afterEach(cleanup)

test('shows the child to its roles only, and again after a change of role', () => {
  signIn('admin')
  render(<Permitted roles={['admin']}>secret</Permitted>)
  expect(screen.queryByText('secret')).not.toBeNull()
  act(() => switchRole())
  expect(screen.queryByText('secret')).toBeNull()
  act(() => switchRole())
  expect(screen.queryByText('secret')).not.toBeNull()
})

test('matches roles exactly, never as parts of one another', () => {
  signIn('super_editor')
  render(<Permitted roles={['editor']}>secret</Permitted>)
  expect(screen.queryByText('secret')).toBeNull()
})

test('* is every role', () => {
  signIn('device')
  render(<Permitted roles={['*']}>hello</Permitted>)
  expect(screen.queryByText('hello')).not.toBeNull()
})

test('throws an error about roles for anything but a list', () => {
  signIn('admin')
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const roles = 'admin' as unknown as Role[]
  expect(() => render(<Permitted roles={roles}>x</Permitted>)).toThrow('Roles are needed')
  quiet.mockRestore()
})

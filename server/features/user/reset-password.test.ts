import { describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.api.ts'
import { info, login } from '#contract/session.api.ts'
import { updateUser } from '#contract/user.api.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { resetPassword } from './reset-password.ts'

const test = useTestApp()

const signIn = (username: string, password: string) =>
  test.anonymous.call(login, { body: { username, password } }).then(({ status }) => status)

describe('a password reset on the machine itself', () => {
  it('applies to the first active administrator unless a user is named', async () => {
    const first = await test.as('admin', { username: 'first-admin', password: 'forgotten-Password-1' })
    const second = await test.as('admin')
    expect(await resetPassword(test.ctx, undefined)).toMatchObject({ username: 'first-admin', isDisabled: false })
    await second.get(updateUser, { params: { id: String(first.id) }, body: { status: 'disabled' } })
    expect(await resetPassword(test.ctx, undefined)).toMatchObject({ username: second.username })
  })

  it('allows signing in only with the new password, ends all sessions, and is recorded in the audit log', async () => {
    const user = await test.as('editor', { username: '𠮷田太郎', password: 'forgotten-Password-1' })
    const other = await test.as('editor')
    const reset = await resetPassword(test.ctx, '𠮷田太郎')
    expect(reset).toMatchObject({ sessions: 1, isDisabled: false })
    expect((await user.call(info)).status).toBe(401)
    expect((await other.call(info)).status).toBe(200)
    expect(await signIn('𠮷田太郎', 'forgotten-Password-1')).toBe(401)
    expect(await signIn('𠮷田太郎', String(reset?.password))).toBe(200)
    const admin = await test.as('admin')
    const { items } = await admin.get(listAudit, { query: { act: ['reset_password'], record_id: [String(user.id)] } })
    expect(items).toMatchObject([{ username: 'system', noun: 'user', detail: { sessions: 1 } }])
    expect(JSON.stringify(items)).not.toContain(String(reset?.password))
  })

  it('of a disabled user reports it, and of an unknown user does nothing', async () => {
    const admin = await test.as('admin')
    const user = await test.as('editor', { username: 'Sleeping' })
    await admin.get(updateUser, { params: { id: String(user.id) }, body: { status: 'disabled' } })
    expect(await resetPassword(test.ctx, 'sleeping')).toMatchObject({ username: 'Sleeping', isDisabled: true })
    expect(await resetPassword(test.ctx, 'nobody-of-this-name')).toBeUndefined()
  })
})

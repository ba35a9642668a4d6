import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { deleteGroup } from '#contract/group.api.ts'
import { type ConfirmMethod, confirmSession, startConfirmation } from '#contract/session.api.ts'
import { call } from '#web/platform/api.ts'
import { useNotices } from '#web/platform/notice.ts'
import { setToken, useToken } from '#web/platform/token.ts'
import { FakeFailure } from '#web/testing/fake-api.ts'
import { preparePage } from '#web/testing/page-test.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

const page = preparePage()

/** A page with a grave act, sent twice at once by the second button. */
function Act() {
  const [outcome, setOutcome] = useState('')
  const send = (times: number) => {
    const params = { id: 7 }
    const all = Array.from({ length: times }, () => call(deleteGroup, { params, query: {} }))
    void Promise.allSettled(all).then(each => setOutcome(each.map(({ status }) => status).join(' ')))
  }
  return (
    <>
      <button type="button" onClick={() => send(1)}>
        once
      </button>
      <button type="button" onClick={() => send(2)}>
        twice
      </button>
      <output>{outcome}</output>
      <ConfirmDialog />
    </>
  )
}

async function open(methods: ConfirmMethod[], which: 'once' | 'twice' = 'once') {
  setToken('a token')
  let isConfirmed = false
  page.api.on(startConfirmation, () => ({ methods, passkey: null, providers: [] }))
  page.api.on(confirmSession, ({ body }) => {
    const { code, password } = body as { code?: string; password?: string }
    if (code !== '123456' && password !== 'secret') throw new FakeFailure('not_confirmed')
    isConfirmed = true
    return { until: '2026-11-29T12:00:00.000Z' }
  })
  let sent = 0
  page.api.on(deleteGroup, () => {
    sent += 1
    if (!isConfirmed) throw new FakeFailure('confirmation_needed', {}, { needs: 'confirmation' })
    return null
  })
  await renderPage(<Act />)
  const button = screen.getByRole('button', { name: which })
  button.focus()
  fireEvent.click(button)
  await screen.findByRole('dialog')
  return { button, sent: () => sent }
}

test('the request is repeated after the confirmation, and the focus returns', async () => {
  const { button, sent } = await open(['code'])
  const field = await screen.findByLabelText('身份验证器中的 6 位验证码')
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: '000000' } })
  fireEvent.click(screen.getByRole('button', { name: /确认$/ }))
  await screen.findByText('验证未通过。验证码每 30 秒更换，且只能使用一次。')
  expect([sent(), useToken.getState().hasEnded]).toEqual([1, false])
  fireEvent.change(field, { target: { value: '123 456' } })
  fireEvent.click(screen.getByRole('button', { name: /确认$/ }))
  await screen.findByText('fulfilled')
  expect(sent()).toBe(2)
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('requests at the same time open one dialog, and both are repeated', async () => {
  const { sent } = await open(['password'], 'twice')
  fireEvent.change(await screen.findByLabelText('密码'), { target: { value: 'secret' } })
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: /确认$/ }))
  await screen.findByText('fulfilled fulfilled')
  expect(sent()).toBe(4)
})

test('a cancelled confirmation fails the request without a toast; it is not repeated', async () => {
  const { sent } = await open([])
  await screen.findByText(/您没有设置可用的验证方式/)
  fireEvent.click(screen.getByRole('button', { name: '取消' }))
  await screen.findByText('rejected')
  expect([sent(), useNotices.getState()]).toEqual([1, []])
})

test('another login in this browser meanwhile does not send the request as its user', async () => {
  const { sent } = await open(['password'])
  const field = await screen.findByLabelText('密码')
  setToken('a token of another user')
  fireEvent.change(field, { target: { value: 'secret' } })
  fireEvent.click(screen.getByRole('button', { name: /确认$/ }))
  await screen.findByText('rejected')
  expect(sent()).toBe(1)
})

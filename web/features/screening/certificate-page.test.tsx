import '#web/routes.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { type CertificateContent, certifyName, verifyCertificate } from '#contract/certificate.api.ts'
import { FakeFailure } from '#web/testing/fake-api.ts'
import { preparePage } from '#web/testing/page-test.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { CertificateButton } from './certificate-button.tsx'
import CertificatePage from './certificate-page.tsx'

const content: CertificateContent = {
  ...{ kind: 'record', made_at: '2026-11-20T08:00:00.000Z', made_by: 'lin', file: null, hit_count: 0, hits: [] },
  record: { noun: 'og', id: 7, name: '长江航运' },
  party: { names: ['长江航运', 'Yangtze Shipping'], dates: [], countries: [], sex: null, numbers: [] },
  lists: [{ id: 1, name: 'UN', version: 3, loaded_at: null, entries: 18_000, sha256: null }],
  scoring: { engine: '1', rule: 0, threshold: 70, strong: 90, weights_sha256: 'ab' },
}
type Verdict = { state: 'genuine' | 'erased' | 'broken' | 'unknown'; is_same_file?: boolean | null }

const page = preparePage()
const answer = ({ state, is_same_file = null }: Verdict, shown: CertificateContent | null = content) =>
  page.api.on(verifyCertificate, () => ({ state, code: 'AAAA', content: shown, is_same_file }))
const verify = async (code: string) => {
  fireEvent.change(await screen.findByLabelText('核验码'), { target: { value: code } })
  fireEvent.click(screen.getByRole('button', { name: /核\s?验/ }))
}

it('shows that a certificate is genuine, with what was screened against what', async () => {
  answer({ state: 'genuine' })
  await renderPage(<CertificatePage />, '/admin/certificate')
  await verify(' abcd-efgh ')
  await screen.findByText('证明真实有效')
  screen.getByText('长江航运 #7')
  screen.getByText('UN（第 3 版，18,000 个条目）')
  screen.getByText('没有条目达到 70 分')
  expect(page.api.requests(verifyCertificate)[0]?.body).toEqual({ code: 'abcd-efgh' })
})

it('lists the hits of a certificate with their scores', async () => {
  const hit = { row: null, list: 'UN', key: 'x-1', caption: 'Yangtze', score: 0.876, features: [], decision: null }
  answer({ state: 'genuine' }, { ...content, hit_count: 1, hits: [hit] })
  await renderPage(<CertificatePage />, '/admin/certificate')
  await verify('abcd')
  await screen.findByText('1 个命中')
  screen.getByText('Yangtze · UN · x-1 · 88 分')
})

it.each([
  ['erased', '签名有效，部分内容已按清除要求抹去'],
  ['broken', '证明不可信'],
  ['unknown', '未找到此证明'],
] as const)('never presents a certificate that is %s as genuine', async (state, text) => {
  answer({ state }, state === 'unknown' ? null : content)
  await renderPage(<CertificatePage />, '/admin/certificate')
  await verify('abcd')
  await screen.findByText(text)
  expect(screen.queryByText('证明真实有效')).toBeNull()
})

it('sends only the digest of a chosen file, and states if it is not the issued one', async () => {
  vi.stubGlobal('isSecureContext', true)
  answer({ state: 'genuine', is_same_file: false })
  await renderPage(<CertificatePage />, '/admin/certificate')
  fireEvent.change(await screen.findByLabelText('选择证明文件'), { target: { files: [new File(['abc'], 'c.pdf')] } })
  await screen.findByText(/所选文件不是出具的原文件/)
  expect(page.api.requests(verifyCertificate)[0]?.body).toEqual({
    sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  })
})

it('sends nothing without a code, and reports a failure without a verdict', async () => {
  page.api.on(verifyCertificate, () => {
    throw new FakeFailure('too_many', { seconds: 9 })
  })
  await renderPage(<CertificatePage />, '/admin/certificate')
  await verify('   ')
  expect(page.api.requests(verifyCertificate)).toEqual([])
  await verify('abcd')
  expect((await screen.findByRole('alert')).textContent).toMatch(/9 秒/)
  expect(screen.queryByText('未找到此证明')).toBeNull()
})

it('reports a certificate that could not be issued', async () => {
  page.api.on(certifyName, () => {
    throw new FakeFailure('internal')
  })
  await renderPage(<CertificateButton of="name" body={{ kind: 'person', name: '丁一' }} />)
  fireEvent.click(await screen.findByRole('button', { name: '出具证明' }))
  await screen.findByText('服务器出错，请稍后重试。')
  await waitFor(() => expect(page.api.requests(certifyName)[0]?.body).toEqual({ kind: 'person', name: '丁一' }))
})

import { expect, test } from 'vitest'
import { getPageLook } from '#contract/page.api.ts'
import { createPageLookTicket } from '#contract/page-snapshot.api.ts'
import { createUploadTicket } from '#contract/upload.api.ts'
import { send } from './features/upload/testing.ts'
import { aStoredPage } from './features/word/factory.ts'
import { useTestApp } from './testing/test-app.ts'

const app = useTestApp()
const content = 'https://files.test'

test('files are served from their own origin, which serves nothing else', async () => {
  const editor = await app.as('editor')
  const html = '<script>alert(1)</script>'
  const upload = await send(app, editor, 'a.html', html)
  const ticket = async () => (await editor.get(createUploadTicket, { params: { id: String(upload.id) } })).url
  const other = await app.another({ contentOrigin: content })
  const request = (url: string, host: string, mode?: string) =>
    other.inject({ url, headers: { host, ...(mode && { 'sec-fetch-mode': mode }) } })
  try {
    const url = await ticket()
    const sent = await request(url, 'og.test', 'navigate')
    expect([sent.statusCode, sent.headers.location]).toEqual([307, `${content}${url}`])
    const file = await request(url, 'files.test', 'navigate')
    expect([file.statusCode, file.body]).toEqual([200, html])
    expect(file.headers['content-security-policy']).toMatch(/^sandbox;/)
    expect(file.headers['content-disposition']).toMatch(/^attachment;/)
    // The console itself reads a preview.
    expect((await request(await ticket(), 'og.test', 'cors')).statusCode).toBe(200)
    for (const path of ['/', '/login', '/v1/og', '/v1/ticket', '/v1/ticket/', '/v1/ticket/x/../../og', '/admin'])
      for (const host of ['files.test', 'files.test.'])
        expect((await request(path, host, 'navigate')).statusCode, `${host} ${path}`).toBe(404)
  } finally {
    await other.close()
  }
})

test('without a second origin files are still sandboxed', async () => {
  const editor = await app.as('editor')
  const upload = await send(app, editor, 'a.html', '<b>x</b>')
  const { url } = await editor.get(createUploadTicket, { params: { id: String(upload.id) } })
  const file = await app.app.inject({ url, headers: { 'sec-fetch-mode': 'navigate' } })
  expect(file.statusCode).toBe(200)
  expect(file.headers['content-security-policy']).toMatch(/^sandbox;/)
  expect(file.headers['content-type']).not.toContain('html')
})

test('an archived page is displayed from the second origin, once, and in a frame of the console only', async () => {
  const editor = await app.as('editor')
  const stored = await aStoredPage(app.ctx, {
    html: '<title>T</title><p onclick="x()">Stored text</p><script>x()</script>',
  })
  const params = { id: String(stored.page_id), version_id: String(stored.version_id) }
  expect((await editor.get(getPageLook, { params })).is_separate).toBe(false)
  // Without a second origin there is no ticket.
  expect((await editor.call(createPageLookTicket, { params })).status).toBe(409)
  const other = await app.another({ contentOrigin: content })
  const headers = { authorization: `Bearer ${editor.token}`, host: 'og.test' }
  const call = async (method: 'GET' | 'POST', path: string) =>
    (
      await other.inject({ method, url: `/v1/page/${params.id}/version/${params.version_id}/look${path}`, headers })
    ).json()
  try {
    expect((await call('GET', '')).data.is_separate).toBe(true)
    const { url } = (await call('POST', '/ticket')).data as { url: string }
    expect(url).toMatch(/^https:\/\/files\.test\/v1\/ticket\//)
    const request = () =>
      other.inject({ url: new URL(url).pathname, headers: { host: 'files.test', 'sec-fetch-mode': 'navigate' } })
    const shown = await request()
    expect(shown.statusCode).toBe(200)
    expect(shown.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(shown.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none';.*frame-ancestors/)
    expect(shown.headers['x-frame-options']).toBeUndefined()
    expect(shown.headers['content-disposition']).toBeUndefined()
    expect(shown.body).toContain('Stored text')
    expect(shown.body).not.toMatch(/<script|onclick/)
    expect((await request()).statusCode).toBe(404)
    const console = await other.inject({ url: '/v1/livez', headers: { host: 'og.test' } })
    expect(console.headers['content-security-policy']).toContain(`frame-src 'self' ${content}`)
  } finally {
    await other.close()
  }
})

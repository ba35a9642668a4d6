import { expect, test } from 'vitest'
import { createUploadTicket } from '#contract/upload.api.ts'
import { send } from './features/upload/testing.ts'
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

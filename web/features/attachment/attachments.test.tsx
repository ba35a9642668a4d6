import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import {
  type Attachment,
  attachmentLimitBytes,
  deleteAttachment,
  listAttachments,
  readPicture,
  ticketAttachment,
} from '#contract/attachment.api.ts'
import { FakeFailure } from '#web/testing/fake-api.ts'
import { preparePage } from '#web/testing/page-test.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import Attachments from './attachments.tsx'
import { FilePicks } from './file-picks.tsx'
import { attachmentSize } from './size-text.ts'

const at = '2026-11-20T08:00:00.000Z'
const aFile = (id: number, over: Partial<Attachment> = {}): Attachment => ({
  ...{ id, noun: 'issue', record_id: 5, name: `file-${id}.pdf`, media_type: 'application/pdf', size: 2048 },
  ...{ is_picture: false, created_at: at, owner: 1, owner_name: '李四', can: ['delete'] },
  ...over,
})

/** Uploads use XMLHttpRequest, which reports progress; each waits until the test answers it. */
class FakeUpload {
  static readonly sent: FakeUpload[] = []
  status = 0
  responseText = ''
  url = ''
  file: File | undefined
  upload: { onprogress?: (event: object) => void } = {}
  onload = () => undefined
  onerror = () => undefined
  onabort = () => undefined
  open(_method: string, url: string) {
    this.url = url
  }
  setRequestHeader() {}
  getResponseHeader() {
    return null
  }
  send(form: FormData) {
    this.file = form.get('file') as File
    FakeUpload.sent.push(this)
  }
  abort() {
    this.onabort()
  }
  answer(status: number, body: object) {
    this.status = status
    this.responseText = JSON.stringify({ code: status, message: 'ok', ...body })
    this.onload()
  }
}

let files: Attachment[]
const page = preparePage(api => api.on(listAttachments, () => ({ items: files })))
beforeEach(() => {
  files = [aFile(1)]
  FakeUpload.sent.length = 0
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
})

const show = (over: { mayAdd?: boolean } = {}) =>
  renderPage(<Attachments noun="issue" recordId={5} mayAdd={over.mayAdd ?? true} />)
const named = (name: string, bytes = 3) => new File(['x'.repeat(bytes)], name)
const chooser = () => screen.findByLabelText<HTMLInputElement>(/拖放、粘贴或点击选择文件/)
const choose = async (...chosen: File[]) => fireEvent.change(await chooser(), { target: { files: chosen } })
const upload = async (n: number) => {
  await waitFor(() => expect(FakeUpload.sent).toHaveLength(n + 1))
  return FakeUpload.sent[n] as FakeUpload
}

it('lists files with size and owner, and downloads one by an address for a single use', async () => {
  page.api.on(ticketAttachment, () => ({ url: '/v1/download/once', expires_at: at }) as never)
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await show()
  await screen.findByText('file-1.pdf')
  screen.getByText(/2 KB · 李四 · 2026/)
  fireEvent.click(screen.getByRole('button', { name: '下载“file-1.pdf”' }))
  await waitFor(() => expect(click).toHaveBeenCalled())
  expect((click.mock.contexts[0] as HTMLAnchorElement).getAttribute('href')).toBe('/v1/download/once')
  expect(page.api.requests(listAttachments)[0]?.query).toEqual({ noun: 'issue', record_id: '5' })
})

it('deletes a file only after a confirmation, and offers no deletion without the right', async () => {
  files = [aFile(1), aFile(2, { can: [] })]
  page.api.on(deleteAttachment, () => {
    files = files.slice(1)
    return null
  })
  await show()
  expect(await screen.findAllByRole('button', { name: /^删除/ })).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: '删除“file-1.pdf”' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(page.api.requests(deleteAttachment)).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: /删\s?除/ }))
  await waitFor(() => expect(screen.queryByText('file-1.pdf')).toBeNull())
  expect(page.api.requests(deleteAttachment)[0]?.params).toEqual({ id: '1' })
})

it('uploads files one after the other, with the progress of the current one', async () => {
  await show()
  await choose(named('a.txt'), named('b.txt'))
  const first = await upload(0)
  expect(first.url).toContain('noun=issue&record_id=5')
  act(() => first.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 }))
  await screen.findByText('正在上传“a.txt”')
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
  files = [...files, aFile(2, { name: 'a.txt' })]
  act(() => first.answer(200, { data: files[1] }))
  const second = await upload(1)
  expect(second.file?.name).toBe('b.txt')
  await screen.findByRole('button', { name: '下载“a.txt”' })
  act(() => second.answer(200, { data: aFile(3) }))
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
})

it('names the file that was refused with the reason, and still sends the next one', async () => {
  await show()
  await choose(named('bad.txt'), named('good.txt'))
  const first = await upload(0)
  act(() => first.answer(422, { message: 'no', errors: [{ path: 'file', message: '最多 100 个附件' }] }))
  await screen.findByText('“bad.txt”上传失败：最多 100 个附件')
  const second = await upload(1)
  expect(second.file?.name).toBe('good.txt')
  act(() => second.answer(200, { data: aFile(2) }))
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
})

it('refuses files that are too large or empty before it sends them, each by its name', async () => {
  const large = named('large.bin')
  Object.defineProperty(large, 'size', { value: attachmentLimitBytes + 1 })
  await show()
  await choose(large, named('empty.txt', 0), named('fits.txt'))
  await screen.findByText('“large.bin”超过 20 MB')
  await screen.findByText('“empty.txt”是空文件')
  const only = await upload(0)
  expect(only.file?.name).toBe('fits.txt')
  act(() => only.answer(200, { data: aFile(2) }))
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
})

it('stops the current upload and the waiting ones, without an error', async () => {
  await show()
  await choose(named('a.txt'), named('b.txt'))
  await upload(0)
  fireEvent.click(await screen.findByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  expect(FakeUpload.sent).toHaveLength(1)
  expect(screen.queryByText(/上传失败/)).toBeNull()
})

it('finishes the uploads of a page that was left meanwhile', async () => {
  await show()
  await choose(named('a.txt'), named('b.txt'))
  const first = await upload(0)
  cleanup()
  act(() => first.answer(200, { data: aFile(2) }))
  const second = await upload(1)
  expect(second.file?.name).toBe('b.txt')
  act(() => second.answer(200, { data: aFile(3) }))
})

it('receives dropped and pasted files, and names a pasted screenshot after the time', async () => {
  await show()
  fireEvent.drop(await chooser().then(input => input.closest('label') as HTMLElement), {
    dataTransfer: { files: [named('dropped.txt')] },
  })
  const first = await upload(0)
  expect(first.file?.name).toBe('dropped.txt')
  act(() => first.answer(200, { data: aFile(2) }))
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  const paste = Object.assign(new Event('paste', { cancelable: true }), {
    clipboardData: { files: [named('image.png')] },
  })
  fireEvent(document, paste)
  const second = await upload(1)
  expect(second.file?.name).toMatch(/^截图 2\d{3}-.*\.png$/)
  act(() => second.answer(200, { data: aFile(3) }))
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
})

it('offers no way to add files to users who may not, and states that there are none', async () => {
  files = []
  await show({ mayAdd: false })
  await screen.findByText('没有附件。')
  expect(screen.queryByLabelText(/拖放/)).toBeNull()
})

it('reports a list that failed to load, and loads it at the next press', async () => {
  let isDown = true
  page.api.on(listAttachments, () => {
    if (isDown) throw new FakeFailure('internal')
    return { items: files }
  })
  await show()
  await screen.findByText('附件加载失败。')
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: /重\s?试/ }))
  await screen.findByText('file-1.pdf')
})

it('shows a picture by its content, and a plain place for one that cannot be read', async () => {
  files = [aFile(1, { name: 'map.png', is_picture: true })]
  page.api.on(readPicture, () => {
    throw new FakeFailure('not_found')
  })
  await show()
  await waitFor(() => expect(screen.getByRole('img', { name: 'map.png' }).dataset.failed).toBe('true'))
})

it('holds files for a record that does not exist yet, without those that cannot be sent', async () => {
  let picked: File[] = [named('one.txt', 2000)]
  const onChange = vi.fn((next: File[]) => {
    picked = next
  })
  await renderPage(<FilePicks files={picked} onChange={onChange} />)
  screen.getByText('2 KB')
  await choose(named('two.txt'), named('empty.txt', 0))
  expect(picked.map(({ name }) => name)).toEqual(['one.txt', 'two.txt'])
  fireEvent.click(screen.getByRole('button', { name: '不附上“one.txt”' }))
  expect(picked).toEqual([])
  expect(FakeUpload.sent).toEqual([])
})

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [13_000, '13 KB'],
  [2_500_000, '2.4 MB'],
])('%i bytes are shown as %s', (bytes, text) => expect(attachmentSize(bytes)).toBe(text))

import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createAttachment } from '#contract/attachment.api.ts'
import { anEvent } from '#server/features/event/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { AppError } from './errors.ts'
import { codeOfFault } from './faults.ts'

const app = useTestApp()
const fault = (values: object, message = '') => Object.assign(new Error(message), values)

test.each([
  ['a full disk', fault({ code: 'ENOSPC', syscall: 'write' }), 'storage_full'],
  ['a used-up quota', fault({ code: 'EDQUOT', syscall: 'write' }), 'storage_full'],
  ['a full disk of the database', fault({ code: '53100' }), 'storage_full'],
  ['a folder that cannot be written', fault({ code: 'EACCES', syscall: 'open' }), 'storage_failed'],
  ['a disk that is read-only', fault({ code: 'EROFS', syscall: 'mkdir' }), 'storage_failed'],
  ['too many open files', fault({ code: 'EMFILE', syscall: 'open' }), 'storage_failed'],
  ['too many connections', fault({ code: '53300' }), 'unavailable'],
  ['a database that stops', fault({ code: '57P01' }), 'unavailable'],
  ['a database that starts', fault({ code: '57P03' }), 'unavailable'],
  ['a lost connection', fault({ code: '08006' }), 'unavailable'],
  ['a connection cut off', fault({}, 'Connection terminated unexpectedly'), 'unavailable'],
  ['a pool without a free connection', fault({}, 'timeout exceeded when trying to connect'), 'unavailable'],
  ['a statement over its time', fault({ code: '57014' }), 'unavailable'],
  ['two writers that met', fault({ code: '40P01' }), 'unavailable'],
  ['a number the column cannot hold', fault({ code: '22003' }), 'bad_request'],
  ['a text the index cannot hold', fault({ code: '54000' }), 'too_large'],
  ['a cause within', new Error('wrapped', { cause: fault({ code: 'ENOSPC' }) }), 'storage_full'],
])('%s has a code of its own', (_, error, code) => {
  expect(codeOfFault(error)?.code).toBe(code)
})

test('an error of the program stays an internal error', () => {
  for (const error of [new TypeError('x is not a function'), fault({ code: '23514' }), fault({ code: 'EACCES' }), null])
    expect(codeOfFault(error ?? {})).toBeUndefined()
  expect(new AppError('internal').code).toBe('internal')
})

test('a boundary that the parser cannot search for is the client’s fault', async () => {
  const editor = await app.as('editor')
  const event = await anEvent(app.ctx, { owner: editor.id })
  const response = await app.app.inject({
    method: 'POST',
    url: `/v1/attachment?noun=event&record_id=${event.id}`,
    headers: {
      authorization: `Bearer ${editor.token}`,
      'content-type': `multipart/form-data; boundary=${'b'.repeat(300)}`,
    },
    payload: `--${'b'.repeat(300)}\r\n\r\n`,
  })
  expect(response.statusCode).toBe(400)
})

test('a full disk is reported as such, and a file that fits afterwards is accepted', async ({ skip }) => {
  const editor = await app.as('editor')
  const event = await anEvent(app.ctx, { owner: editor.id })
  const small = join(app.folder, 'attachment')
  await mkdir(small, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small], { stdio: 'ignore' })
  } catch {
    skip('a small disk cannot be mounted here: only the table above tells what a full one is answered with')
  }
  onTestFinished(() => void execFileSync('umount', ['-l', small]))
  const send = (bytes: number) =>
    editor.upload(
      createAttachment,
      { name: 'a.txt', content: 'x'.repeat(bytes) },
      { noun: 'event', record_id: String(event.id) },
    )
  const full = await send(200_000)
  expect(full).toMatchObject({ status: 507, body: { message: expect.stringContaining('no storage space left') } })
  expect((await send(2_000)).status).toBe(200)
})

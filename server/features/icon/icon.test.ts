import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createIcon } from '#contract/icon.api.ts'
import { updateProfile } from '#contract/user.api.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()

function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#165dff' } })
}

/** A PNG of a few kilobytes that is `side` pixels wide and high; it contains all its data. */
function bomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const crc = Buffer.alloc(4)
    crc.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, crc])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc(Math.ceil(side / 8 + 1) * side), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function crc32(data: Buffer): number {
  let crc = ~0
  for (const byte of data) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

const send = async (content: Buffer | string, name = 'picture.png') =>
  (await app.as('uploader')).upload(createIcon, { name, content })

describe('an uploaded picture', () => {
  test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('in %s becomes a small WebP', async format => {
    const answer = await send(await picture(640, 400).toFormat(format).toBuffer(), 'name.with.nothing.to.say')
    expect(answer.status).toBe(200)
    const content = Buffer.from(answer.body.data.icon.split(',')[1] ?? '', 'base64')
    expect(await sharp(content).metadata()).toMatchObject({ format: 'webp', width: 96, height: 96 })
  })

  test('serves as an avatar', async () => {
    const user = await app.as('reader')
    const { body } = await user.upload(createIcon, { name: 'a.png', content: await picture(50, 80).png().toBuffer() })
    const { icon } = body.data
    const changed = await user.get(updateProfile, { params: { id: String(user.id) }, body: { avatar: icon } })
    expect(changed.avatar).toBe(icon)
    expect((await user.get(updateProfile, { params: { id: String(user.id) }, body: { avatar: null } })).avatar).toBe(
      null,
    )
  })

  test('loses the place and time at which it was taken', async () => {
    const content = await picture(64, 64)
      .withExif({ IFD0: { Copyright: 'Someone', ImageDescription: 'At home' } })
      .jpeg()
      .toBuffer()
    const answer = await send(content)
    const icon = Buffer.from(answer.body.data.icon.split(',')[1] ?? '', 'base64')
    expect((await sharp(icon).metadata()).exif).toBeUndefined()
  })

  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'],
    ['SVG behind an XML line', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['PDF', '%PDF-1.7\n1 0 obj <<>> endobj'],
    ['half a PNG', bomb(64).subarray(0, 40)],
    ['a PNG of 20,000 pixels a side', bomb(20_000)],
  ])('that is %s is refused', async (_, content) => {
    const answer = await send(Buffer.from(content))
    expect(answer.status).toBe(415)
    expect(answer.body.data).toBeUndefined()
  })

  test('that is a tiny AVIF of a huge area is refused', async () => {
    const content = await picture(5_000, 5_000).avif({ effort: 0 }).toBuffer()
    expect(content.length).toBeLessThan(20_000)
    expect((await send(content)).status).toBe(415)
  })

  test('of too many bytes is refused', async () => {
    expect((await send(Buffer.alloc(5 * 1_048_576 + 1))).status).toBe(413)
    expect((await send(Buffer.alloc(50 * 1_048_576))).status).toBe(413)
  })

  test('that is missing, or not sent in a form, is reported as such', async () => {
    const user = await app.as('reader')
    expect((await send('')).status).toBe(422)
    expect((await user.call(createIcon)).status).toBe(415)
    const request = (payload: string, type: string) =>
      app.app.inject({
        method: 'POST',
        url: '/v1/icon',
        headers: { authorization: `Bearer ${user.token}`, 'content-type': type },
        payload,
      })
    expect((await request('{}', 'application/json')).statusCode).toBe(415)
    for (const payload of ['--x--\r\n', '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n'])
      expect((await request(payload, 'multipart/form-data; boundary=x')).statusCode).toBe(422)
    const cut = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nPNG'
    expect((await request(cut, 'multipart/form-data; boundary=x')).statusCode).toBe(400)
    expect((await request('abc', 'multipart/form-data')).statusCode).toBe(400)
  })
})

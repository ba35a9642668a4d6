// Sends hostile pictures over HTTP: each ends within its limits and does not delay other users.
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createIcon } from '#contract/icon.api.ts'
import { createLogo } from '#contract/report-template.api.ts'
import { info } from '#contract/session.api.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()

/** Blurs whose size and number multiply: 100 kB took a minute to draw. */
const blurs = `<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="3000"><filter id="f">${'<feGaussianBlur stdDeviation="400"/>'.repeat(2_000)}</filter><rect width="3000" height="3000" filter="url(#f)"/></svg>`
/** Lines that draw a marker at each of their points. */
const marks = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><marker id="m"><path d="${'M0 0L9 9'.repeat(2_000)}"/></marker><path marker-mid="url(#m)" d="M0 0${'L9 9'.repeat(9_000)}"/></svg>`

/** Nested groups of references: 105 kB that take endless time to draw. */
const levels = Array.from(
  { length: 1_050 },
  (_, level) => `<g id="g${level + 1}">${`<use href="#g${level}"/>`.repeat(4)}</g>`,
)
const references = `<svg xmlns="http://www.w3.org/2000/svg"><g id="g0"><path d="M0 0L9 9"/></g>${levels.join('')}<use href="#g1050"/></svg>`

/** A PNG of few bytes and 39 million pixels. */
function wide(): Promise<Buffer> {
  return sharp({ create: { width: 6_200, height: 6_200, channels: 4, background: '#165dff80' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
}

test.each([
  ['blurs', blurs],
  ['marks', marks],
  ['references', references],
  ['blurs behind a mark of bytes', `\ufeff${blurs}`],
  ['a GIF by its first bytes and a drawing after them', `GIF89a${blurs}`],
  ['a gzipped drawing', deflateSync(blurs)],
  ['PDF', `%PDF-1.7\n${'1 0 obj<<>>'.repeat(9)}`],
])('an icon of %s is refused without being drawn', async (_, content) => {
  const device = await app.as('uploader')
  const answer = await device.upload(createIcon, { name: 'a.png', content: Buffer.from(content) })
  expect(answer.status).toBe(415)
})

test('a logo that multiplies its elements is refused', async () => {
  const admin = await app.as('admin')
  const styled = blurs.replace('<filter', '<é:filter').replace('filter="url(#f)"', 'style="filter:blur(400px)"')
  for (const content of [blurs, marks, references, styled]) {
    const answer = await admin.upload(createLogo, { name: 'a.svg', content: Buffer.from(content) })
    expect(answer.status).toBe(415)
  }
})

test.each([
  // Comments, which a backtracking pattern could divide in very many ways; and openings without an end, each of which
  // makes a search run through the whole file.
  ['comments', '<!---->'.repeat(1_400)],
  ['declarations', `<svg xmlns="http://www.w3.org/2000/svg">${'<?xml '.repeat(80_000)}</svg>`],
  ['document types', `<svg xmlns="http://www.w3.org/2000/svg">${'<!doctype '.repeat(50_000)}</svg>`],
])('a logo of many %s delays no other user', async (_, content) => {
  const [admin, other] = [await app.as('admin'), await app.as('reader')]
  const answer = admin.upload(createLogo, { name: 'a.svg', content: Buffer.from(content) })
  const startedAt = performance.now()
  await other.get(info)
  expect(performance.now() - startedAt).toBeLessThan(2_000)
  expect((await answer).status).toBe(415)
})

test('twenty hostile pictures of one account delay no other user', async () => {
  const [hostile, other] = [await app.as('uploader'), await app.as('reader')]
  const small = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#165dff' } })
    .png()
    .toBuffer()
  const send = (client: typeof other, content: Buffer) => client.upload(createIcon, { name: 'a.png', content })
  await send(other, small)
  const bomb = await wide()
  let left = 20
  const attack = Array.from({ length: left }, async () => {
    await send(hostile, bomb)
    left -= 1
  })
  for (let n = 0; n < 3; n += 1) expect((await send(other, small)).status).toBe(200)
  // Other users are served while pictures of the attack are still waiting for their turn.
  expect(left).toBeGreaterThan(10)
  await Promise.all(attack)
})

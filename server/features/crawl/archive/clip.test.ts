import { expect, it } from 'vitest'
import { clipPage, listClipSites } from '#contract/clip.api.ts'
import { getPage, listPageVersions } from '#contract/page.api.ts'
import { listPageArchives } from '#contract/page-archive.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { pageOfText } from './testing.ts'

const test = useTestApp()
const url = 'https://members.clip.example/board#top'
const aSite = (values: Parameters<typeof anOg>[1] = {}) =>
  anOg(test.ctx, { name: 'Clip', entrances: ['https://members.clip.example/'], ...values })
const html = (word: string) => pageOfText(`The board of the company is listed here, with ${word} as its chair.`)

it('a clip becomes a version of its reader, and an equal one does not', async () => {
  const editor = await test.as('editor', { username: 'clipper' })
  const og = await aSite()
  const clip = (word: string) => editor.get(clipPage, { body: { og_id: og.id, url, html: html(word) } })
  const first = await clip('Perelman')
  expect(first).toMatchObject({ outcome: 'added', before_id: null })
  expect(await clip('Perelman')).toMatchObject({ outcome: 'same', version_id: first.version_id })
  const second = await clip('Ferrante')
  expect(second).toMatchObject({ outcome: 'added', page_id: first.page_id, before_id: first.version_id })
  const params = { id: String(second.page_id) }
  const { items } = await editor.get(listPageVersions, { params })
  expect(items.map(({ archive }) => archive)).toEqual(
    [1, 2].map(() => ({ file_name: 'clipper', sha256: null, is_clip: true })),
  )
  expect(await editor.get(getPage, { params })).toMatchObject({
    url: 'https://members.clip.example/board',
    versions: 2,
  })
  const archives = await editor.get(listPageArchives, { params: { id: String(og.id) } })
  expect(archives.items).toMatchObject([{ format: 'clip', state: 'done', counts: { added: 2, same: 1 }, captures: 3 }])
})

it('a page outside the site, a login page and a page that is too large are not stored, with the reason', async () => {
  const editor = await test.as('editor')
  const og = await aSite()
  const outcome = async (body: { url?: string; html?: string }) =>
    (await editor.get(clipPage, { body: { og_id: og.id, url, html: html('Perelman'), ...body } })).outcome
  expect(await outcome({ url: 'https://other.example/' })).toBe('out_of_scope')
  expect(await outcome({ url: 'javascript:alert(1)' })).toBe('bad_address')
  expect(await outcome({ url: 'https://user:pass@members.clip.example/' })).toBe('bad_address')
  expect(await outcome({ html: '<title>Just a moment...</title><div id="cf-challenge-running"></div>' })).toBe(
    'challenge',
  )
  expect(await outcome({ html: 'a'.repeat(11_000_000) })).toBe('too_large')
})

it('only readers with the right to update are offered a site, and a restricted one is not found', async () => {
  const [editor, other, reader] = [await test.as('editor'), await test.as('editor'), await test.as('reader')]
  const open = await aSite({ name: 'Open clip', entrances: ['https://www.open-clip.example/'] })
  const closed = await aSite({
    name: 'Closed clip',
    entrances: ['https://open-clip.example/'],
    owner: editor.id,
    read_user: [editor.id],
    write_user: [editor.id],
  })
  const sites = async (client: typeof editor) =>
    (await client.get(listClipSites, { query: { url: 'https://open-clip.example/x' } })).items.map(({ id }) => id)
  expect(await sites(editor)).toEqual([closed.id, open.id])
  expect(await sites(other)).toEqual([open.id])
  const body = { og_id: closed.id, url: 'https://open-clip.example/x', html: html('Perelman') }
  expect((await other.call(clipPage, { body })).status).toBe(404)
  expect((await reader.call(clipPage, { body })).status).toBe(403)
})

it('clips of one user at the same time are all counted', async () => {
  const editor = await test.as('editor')
  const og = await aSite({ name: 'Busy clip' })
  const words = ['one', 'two', 'three', 'four']
  await Promise.all(
    words.map(word =>
      editor.get(clipPage, { body: { og_id: og.id, url: `${url.split('#')[0]}/${word}`, html: html(word) } }),
    ),
  )
  const { items } = await editor.get(listPageArchives, { params: { id: String(og.id) } })
  expect(items).toMatchObject([{ format: 'clip', counts: { added: 4 } }])
})

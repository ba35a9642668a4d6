import { expect, it } from 'vitest'
import { comparePageVersions, getDiff } from '#contract/diff.api.ts'
import { getPageLook, getPageVersion } from '#contract/page.api.ts'
import { findSharedTexts } from '#server/features/shared_text/shared_text.service.ts'
import { prose, useCrawl } from './testing.ts'

const { test, aSite, collect, watch } = useCrawl()

const slogan = 'Sailing safely since the first lighthouse was lit'
const paths = Array.from({ length: 9 }, (_, n) => `/stories/${n}`)
const story = (path: string, more = '', notice = slogan) =>
  `<html><head><title>${path}</title></head><body><div><h1>${path}</h1>${prose(path).repeat(3)}${more}</div><div><p>${notice}</p></div></body></html>`

async function aSiteOf(pages: string[]) {
  const site = await aSite()
  for (const path of pages) site.set(path, story(path))
  const links = pages.map(path => `<a href="${path}">${path}</a>`).join(' ')
  site.set('/', `<html><body><h1>Stories</h1>${prose('the site')}${links}<div><p>${slogan}</p></div></body></html>`)
  return site
}

it('texts that pages share belong to the frame: of stored versions, and of changes in later rounds', async () => {
  const site = await aSiteOf(paths)
  const watched = await watch(site)
  await collect()
  await watched.round()
  expect(await findSharedTexts(test.ctx, watched.og.id, 1)).toHaveLength(0)
  const list = await findSharedTexts(test.ctx, watched.og.id, 2)
  expect(list.length).toBeGreaterThan(0)
  const partsOf = async (path: string) => {
    const page = (await watched.page(path))!
    const params = { id: String(page.id), version_id: String(page.last_version_id) }
    const { blocks } = await watched.admin.get(getPageVersion, { params })
    return blocks.map(({ text, part }) => `${part} ${text}`)
  }
  expect(await partsOf('/stories/1')).toContain(`frame ${slogan}`)

  // One page loses the slogan; another gains a sentence.
  site.set('/stories/1', story('/stories/1', '', ''))
  site.set('/stories/2', story('/stories/2', prose('a new director')))
  await watched.round()
  const diffs = await watched.diffs()
  const ofPath = (path: string) => diffs.find(({ page }) => page.url.endsWith(path))
  expect(ofPath('/stories/2')?.score).toBeGreaterThan(20)
  expect(ofPath('/stories/1')?.reasons.map(({ code }) => code)).toContain('frame_damped')
  const { comparison } = await watched.admin.get(getDiff, {
    params: { id: String(ofPath('/stories/1')?.id) },
    query: {},
  })
  expect(comparison.rows.filter(({ kind }) => kind === 'removed').map(({ part }) => part)).toEqual(['frame'])

  // The list of a round stays as it was, whatever later rounds find.
  for (const path of paths) site.set(path, story(path, '', 'Another slogan of the harbour office'))
  await watched.round()
  await watched.round()
  expect(await findSharedTexts(test.ctx, watched.og.id, 2)).toEqual(list)
  expect(await findSharedTexts(test.ctx, watched.og.id, 4)).not.toEqual(list)
  const again = await watched.admin.get(getDiff, { params: { id: String(ofPath('/stories/1')?.id) }, query: {} })
  expect(again.comparison).toEqual(comparison)
})

it('a site of two pages has no shared texts', async () => {
  const site = await aSiteOf(['/only'])
  const watched = await watch(site)
  await collect()
  await watched.round()
  expect(await findSharedTexts(test.ctx, watched.og.id, 2)).toHaveLength(0)
})

it('the list, the page of a difference and the page itself state the same size of a change, whatever list is in force', async () => {
  const site = await aSiteOf(paths)
  const watched = await watch(site)
  await collect()
  await watched.round()
  // The shared text and a text of the page are exchanged, so that the parts decide which blocks are compared.
  const moved = `<p>${slogan}</p>${prose('the pier')}`
  site.set('/stories/3', story('/stories/3', moved, 'The harbour is closed in winter by the office'))
  await watched.round()
  for (const path of paths) site.set(path, story(path, '', 'Another slogan of the harbour office'))
  await watched.round()
  const diffs = (await watched.diffs()).filter(({ page }) => page.url.endsWith('/stories/3'))
  expect(diffs).toHaveLength(2)
  for (const diff of diffs) {
    const { added, removed } = diff
    const { comparison } = await watched.admin.get(getDiff, { params: { id: String(diff.id) }, query: {} })
    expect([comparison.added, comparison.removed]).toEqual([added, removed])
    const params = { id: String(diff.page.id) }
    const query = { from: String(diff.from_version), to: String(diff.to_version) }
    expect(await watched.admin.get(comparePageVersions, { params, query })).toMatchObject({ added, removed })
    const look = await watched.admin.get(getPageLook, {
      params: { ...params, version_id: query.to },
      query: { since: query.from },
    })
    expect([look.added, look.removed]).toEqual([added, removed])
  }
})

it('a page keeps one place in the sample when its address changes', async () => {
  const site = await aSiteOf(paths)
  const watched = await watch(site)
  await collect()
  await watched.round()
  const id = (await watched.page('/stories/1'))!.id
  const moved = paths.map(path => (path === '/stories/1' ? '/stories/moved' : path))
  const links = moved.map(path => `<a href="${path}">${path}</a>`).join(' ')
  site.set('/', `<html><body><h1>Stories</h1>${prose('the site')}${links}<div><p>${slogan}</p></div></body></html>`)
  site.set('/stories/moved', story('/stories/1'))
  site.set('/stories/1', { html: '', status: 301, headers: { location: '/stories/moved' } })
  await watched.round()
  site.set('/stories/moved', story('/stories/1', prose('a new director')))
  const round = await watched.round()
  expect(round).toMatchObject({ state: 'complete', counts: { failed: 0, changed: 1 } })
  expect(await watched.page('/stories/moved')).toMatchObject({ id })
  expect(await slotsOf(id)).toHaveLength(1)
})

async function slotsOf(pageId: number): Promise<number[]> {
  const rows = await test.ctx.db.selectFrom('shared_text_sample').select('slot').where('page_id', '=', pageId).execute()
  return rows.map(({ slot }) => slot)
}

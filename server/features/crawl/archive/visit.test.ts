import { expect, it } from 'vitest'
import { addPageArchive } from '#contract/page-archive.api.ts'
import { aPage, prose, useCrawl } from '../testing.ts'
import { pageOfText, warcFile } from './testing.ts'

const { test, aSite, collect, watch } = useCrawl()

it('a page known only from an archive is visited, and its absence today is no difference', async () => {
  const site = await aSite()
  site.set('/', aPage('Home', prose('home')))
  site.set('/kept', aPage('Kept', prose('kept')))
  const watched = await watch(site)
  const past = (path: string, text: string) => ({ url: `${site.origin}${path}`, body: pageOfText(text) })
  const content = warcFile([past('/gone', 'wood.'), past('/kept', 'clay.')])
  await watched.admin.upload(addPageArchive, { name: 'past.warc', content }, {}, watched.params)
  await test.drainJobs()
  await collect()
  for (let n = 0; n < 4; n += 1) await watched.round()
  expect(await watched.diffs()).toEqual([])
  expect(await watched.page('/kept')).toMatchObject({ status: 'active', versions: 2, title: 'Kept' })
  const gone = await watched.page('/gone')
  expect(gone).toMatchObject({ versions: 1, last_version_id: null, title: 'History' })
  expect(['gone', 'error']).toContain(gone!.status)
  // Once it answers again, it is a page like any other.
  site.set('/gone', aPage('Back', prose('back')))
  await watched.round()
  expect(await watched.page('/gone')).toMatchObject({ status: 'active', versions: 2, title: 'Back' })
})

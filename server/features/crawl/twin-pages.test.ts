import { expect, it } from 'vitest'
import { aPage, prose, useCrawl } from './testing.ts'

const { aSite, collect, watch } = useCrawl()

it('a page at two addresses is one row when it changes, and another page with a change of its own is not in it', async () => {
  const site = await aSite()
  // An edit of three pages of a small site would count as one of the whole site.
  const others = Array.from({ length: 10 }, (_, n) => `/other/${n}`)
  for (const path of others) site.set(path, aPage(path, prose(path)))
  const links = ['/docs/a', '/mirror/a', '/c', ...others].map(path => `<a href="${path}">${path}</a>`).join(' ')
  const text = (added: string) =>
    aPage('Handbook', `${prose('harbour').repeat(12)}<a href="notes">Notes</a><p>${added}</p>`)
  const setAll = (added: string) => {
    site.set('/docs/a', text(added))
    site.set('/mirror/a', text(added))
    site.set('/c', aPage('Other', `<p>Press release: ${added}</p>${prose('river').repeat(12)}`))
  }
  site.set('/', aPage('Home', `${prose('home')}${links}`))
  setAll('The office opens at nine.')
  const watched = await watch(site)
  await collect()
  await watched.round()
  setAll('The director of the office resigned after an investigation into its accounts.')
  await watched.round()
  const rows = (await watched.diffs()).map(({ page, cluster_kind, cluster_size }) => ({
    path: new URL(page.url).pathname,
    cluster_kind,
    cluster_size,
  }))
  expect(rows.toSorted((one, two) => one.path.localeCompare(two.path))).toEqual([
    { path: '/c', cluster_kind: null, cluster_size: 1 },
    { path: '/docs/a', cluster_kind: 'same_edit', cluster_size: 2 },
    { path: '/mirror/a', cluster_kind: 'same_edit', cluster_size: 2 },
  ])
})

import { expect, it } from 'vitest'
import { aPage, prose, useCrawl } from './testing.ts'

const { aSite, collect, watch } = useCrawl()

const chapter = (about: string, added = '') =>
  aPage(
    `Chapter on ${about}`,
    `${Array.from({ length: 8 }, (_, n) => `<p>${prose(`${about} ${n}`)}</p>`).join('')}<p>${added}</p>`,
  )
const gone = { html: '<h1>Not found</h1>', status: 404 }

it('a removed page names the new page with most of its text, even edited; another removed page does not', async () => {
  const site = await aSite()
  const home = (paths: string[]) =>
    aPage('Home', `${prose('home')}${paths.map(path => `<a href="${path}">${path}</a>`).join(' ')}`)
  site.set('/', home(['/docs/ch1.html', '/docs/ch2.html']))
  site.set('/docs/ch1.html', chapter('ports'))
  site.set('/docs/ch2.html', chapter('rivers'))
  const watched = await watch(site)
  await collect()
  await watched.round()
  site.set('/', home(['/manual/ch1.php', '/manual/ch2.php']))
  site.set('/docs/ch1.html', gone)
  site.set('/docs/ch2.html', gone)
  site.set('/manual/ch1.php', chapter('ports', 'The harbour master was replaced.'))
  // The same file name with another text is another page.
  site.set('/manual/ch2.php', chapter('mountains'))
  await watched.round()
  await watched.round()
  const removed = (await watched.diffs()).filter(({ kind }) => kind === 'removed')
  const seen = removed.map(diff => ({
    path: new URL(diff.page.url).pathname,
    to: diff.moved_to && new URL(diff.moved_to).pathname,
    codes: diff.reasons.map(({ code }) => code).filter(code => /moved|removed/.test(code)),
    isLow: diff.score <= 30,
  }))
  expect(seen.toSorted((one, two) => one.path.localeCompare(two.path))).toEqual([
    { path: '/docs/ch1.html', to: '/manual/ch1.php', codes: ['likely_moved', 'page_removed'], isLow: true },
    { path: '/docs/ch2.html', to: null, codes: ['page_removed'], isLow: false },
  ])
})

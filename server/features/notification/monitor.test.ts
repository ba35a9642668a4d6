import { expect, test } from 'vitest'
import { draftEvent } from '#contract/diff.api.ts'
import { follow, listNotifications } from '#contract/notification.api.ts'
import { fetchPage, getPageVersion } from '#contract/page.api.ts'
import { createPerson } from '#contract/person.api.ts'
import { createWord } from '#contract/word.api.ts'
import { aPage, prose, useCrawl } from '#server/features/crawl/testing.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { openDictionary } from '#server/features/word/word.service.ts'

const crawl = useCrawl()
const { test: app } = crawl

test('a follower of a person, a word or a site is notified of new text on its pages, with a link to create an event', async () => {
  const [admin, editor, reader] = [await app.as('admin'), await app.as('editor'), await app.as('reader')]
  const named = await admin.get(createPerson, { body: { name: 'Grigory Zvantsev' } })
  const word = await editor.get(createWord, { body: { word: 'counterfeit', level: 3 } })
  const site = await crawl.aSite()
  site.set('/', aPage('Home', `${prose('wood')}<a href="/news">News</a>`))
  site.set('/news', aPage('News', prose('nothing')))
  const watched = await crawl.watch(site)
  await crawl.collect()
  await watched.round()
  for (const client of [admin, editor, reader]) {
    await client.get(follow, { body: { noun: 'person', record_id: named.id } })
    await client.get(follow, { body: { noun: 'og', record_id: watched.og.id } })
  }
  await editor.get(follow, { body: { noun: 'word_level', record_id: 3 } })
  // The site's organisation is evidence for its member; there is none for a person who is merely named, and a common
  // name causes no notification.
  await app.db.insertInto('membership').values({ person_id: named.id, og_id: watched.og.id }).execute()
  const [alone, common] = [
    await aPerson(app.ctx, { name: 'Ottilie Brackenbury' }),
    await aPerson(app.ctx, { name: 'John Smith' }),
  ]
  const other = await app.as('super_editor')
  for (const { id } of [alone, common]) await other.get(follow, { body: { noun: 'person', record_id: id } })
  await openDictionary(app.ctx, 0)

  site.set(
    '/news',
    aPage(
      'News',
      `${prose('nothing')}<p>Grigory Zvantsev was seen with counterfeit licences in the port by Ottilie Brackenbury and John Smith.</p>`,
    ),
  )
  await watched.round()
  await app.drainJobs()
  const of = async (client: typeof admin) =>
    (await client.get(listNotifications)).items.toSorted((a, b) => a.family.localeCompare(b.family))
  expect(await of(reader), 'pages are for editors').toEqual([])
  const [hit, mention] = await of(editor)
  expect(await of(editor)).toHaveLength(2)
  expect(hit).toMatchObject({ kind: 'hit', noun: 'word', record_id: word.id, title: 'counterfeit', count: 1 })
  expect(mention).toMatchObject({
    kind: 'mentioned',
    noun: 'person',
    title: 'Grigory Zvantsev',
    target: { title: 'News' },
  })
  expect(await of(other)).toMatchObject([{ kind: 'maybe_mentioned', record_id: alone.id }])
  expect(mention?.target?.diff).toBeUndefined()
  const { id, version } = mention!.target!
  expect(
    (await editor.call(getPageVersion, { params: { id: String(id), version_id: String(version) } })).status,
    'the editor reads the page that names the person',
  ).toBe(200)
  const [own, page] = await of(admin)
  expect(own).toMatchObject({ kind: 'mentioned', target: { noun: 'page', id } })
  expect(page).toMatchObject({
    kind: 'changed_page',
    noun: 'og',
    title: 'Watched',
    target: { noun: 'diff', title: 'News' },
  })
  const draft = await admin.get(draftEvent, { params: { id: String(own!.target!.diff) } })
  expect(draft.candidates.map(each => [each.id, each.certainty])).toEqual([
    [named.id, 'likely'],
    [alone.id, 'possible'],
    [common.id, 'possible'],
  ])

  // The page changes again and still names the person; this time a user has this page fetched alone.
  site.set(
    '/news',
    aPage('News', `<p>Grigory Zvantsev was arrested in the port on Monday, and nothing is left of his bank.</p>`),
  )
  app.clock.advance(11 * 60_000)
  await admin.get(fetchPage, { params: { id: String(id) } })
  await expect
    .poll(
      async () => {
        await app.drainJobs()
        return (await of(editor)).filter(item => item.noun === 'person').map(item => item.kind)
      },
      { timeout: 10_000, interval: 100 },
    )
    .toEqual(expect.arrayContaining(['mentioned', 'changed_page']))
})

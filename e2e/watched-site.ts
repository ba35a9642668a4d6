import { type ReplaySite, startReplaySite } from '../server/testing/replay-site.ts'
import { expect, type TeamMember } from './journey.ts'

type CallApi = <T>(
  who: TeamMember,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<T>
type List<T> = { items: T[] }

type WatchedRecords = { og: number; person: number; page: number; diff: number; site: ReplaySite }

/**
 * A small generated site, fetched twice by the real worker with a change between: it contains a sensitive word and
 * names a person. The caller closes the site.
 */
export async function watchSite(callApi: CallApi, admin: TeamMember): Promise<WatchedRecords> {
  const site = await startReplaySite()
  const mark = Date.now().toString(36)
  const html = (body: string) =>
    `<html lang="en"><title>Harbour ${mark}</title><body><main><h1>Board</h1>${body}</main></body></html>`
  const board = '<p>The harbour board meets on Mondays and tells what it decides in the evening.</p>'
  const rest = '<p>Ships report a day before they come.</p><a href="/fees.html">Fees</a>'
  site.set('/', html(board + rest))
  site.set('/fees.html', html('<p>Berths cost the same for all ships.</p>'))

  const name = `Mara Quayson${mark}`
  const { id: person } = await callApi<{ id: number }>(admin, 'POST', '/v1/person', { name, is_focus: true })
  await callApi(admin, 'POST', '/v1/word', { word: `levy${mark}`, level: 3 })
  const { id: og } = await callApi<{ id: number }>(admin, 'POST', '/v1/og', {
    name: `Harbour ${mark}`,
    entrances: [`${site.origin}/`],
  })
  await callApi(admin, 'PUT', `/v1/og/${og}/site`, { delay_ms: 0 })
  const fetchAll = async (number: number) => {
    await callApi(admin, 'POST', `/v1/og/${og}/round`)
    await expect
      .poll(async () => (await callApi<List<object>>(admin, 'GET', `/v1/og/${og}/round`)).items[0], {
        timeout: 60_000,
        intervals: [300],
      })
      .toMatchObject({ number, state: 'complete' })
  }
  await fetchAll(1)
  site.set(
    '/',
    html(`${board}<p>From March on ${name} collects the levy${mark} of all ships, by a third more.</p>${rest}`),
  )
  await fetchAll(2)
  const diffs = await callApi<List<{ id: number; page: { id: number } }>>(
    admin,
    'GET',
    `/v1/diff?og_id=${og}&kind=changed`,
  )
  const diff = diffs.items[0]
  if (!diff) throw new Error('the change was not found')
  return { og, person, page: diff.page.id, diff: diff.id, site }
}

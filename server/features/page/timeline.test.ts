import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { comparePageVersions } from '#contract/diff.api.ts'
import { getPageLook, getPageTimeline } from '#contract/page.api.ts'
import { updateSite } from '#contract/site.api.ts'
import { aDiff } from '#server/features/diff/factory.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aStoredPage } from '#server/features/word/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const hostile = (text: string) =>
  `<html><head><title>News</title><meta http-equiv="refresh" content="0;url=https://evil.example/">` +
  `<style>@import url(https://evil.example/i.css)</style></head><body onload="alert(1)"><main><p>${text}</p>` +
  `<script>top.location='https://evil.example/'</script><form action="https://evil.example/"><input></form>` +
  `<img src="https://evil.example/p.png" onerror="alert(2)"><p style="background:url(https://evil.example/b.png)">x</p>` +
  `<a href="javascript:alert(3)" target="_top">go</a></main></body></html>`

async function twoVersions(readers: number[] = []) {
  const og = await anOg(app.ctx, { name: 'Watched', ...(readers.length > 0 && { read_user: readers }) })
  const url = 'https://example.org/news'
  const first = await aStoredPage(app.ctx, { ogId: og.id, url, html: hostile('The office opens on Monday.') })
  const html = hostile('The office opens on Friday.')
  const other = await aStoredPage(app.ctx, { ogId: og.id, url: `${url}?later`, html })
  await sql`update page set last_version = null where id = ${other.page_id}`.execute(app.db)
  await sql`update page_version set page_id = ${first.page_id} where id = ${other.version_id}`.execute(app.db)
  return { og, first, second: { ...other, page_id: first.page_id } }
}

it('lists all versions in brief, with the size of the change that each brought', async () => {
  const { first } = await twoVersions()
  const diff = await aDiff(app.ctx, first, { score: 50 })
  await sql`update diff set added = 12, removed = 3, to_version = ${first.version_id} where id = ${diff}`.execute(
    app.db,
  )
  const editor = await app.as('editor')
  const { items, total } = await editor.get(getPageTimeline, { params: { id: String(first.page_id) } })
  expect(total).toBe(items.length)
  expect(items.find(({ id }) => id === first.version_id)).toMatchObject({
    change: { added: 12, removed: 3 },
    quality: 'good',
    is_lost: false,
    is_evidence: false,
  })
})

it('lists five hundred versions in one small answer, newest first', async () => {
  const { first } = await twoVersions()
  await sql`insert into page_version (og_id, page_id, round, fetched_at, last_seen_at, is_good, hash, text_hash, extractor,
      size, content_type, final_url)
    select og_id, page_id, n, fetched_at + n * interval '1 day', fetched_at, is_good, hash, text_hash, extractor, size,
      content_type, final_url from page_version cross join generate_series(2, 501) as n
    where id = ${first.version_id}`.execute(app.db)
  const editor = await app.as('editor')
  const { items, total } = await editor.get(getPageTimeline, { params: { id: String(first.page_id) } })
  expect([items.length, total, items[0]?.round]).toEqual([502, 502, 501])
  expect(items.map(({ id }) => id)).toEqual(items.map(({ id }) => id).toSorted((a, b) => b - a))
  expect(JSON.stringify(items).length).toBeLessThan(150_000)
})

it('shows a page in its original appearance without active content, and marks the changes', async () => {
  const { first, second } = await twoVersions()
  const editor = await app.as('editor')
  const params = { id: String(second.page_id), version_id: String(second.version_id) }
  const alone = await editor.get(getPageLook, { params })
  expect(alone).toMatchObject({ is_marked: false, added: 0, removed: 0 })
  const since = await editor.get(getPageLook, { params, query: { since: String(first.version_id) } })
  expect(since).toMatchObject({ is_marked: true, added: 6, removed: 6 })
  expect(since.html).toContain('<del class="og-went">Monday</del><ins class="og-came">Friday</ins>')
  for (const { html } of [alone, since]) {
    expect(html).not.toMatch(/<(?:script|form|input|meta http-equiv|iframe|object|link)\b/i)
    expect(html).not.toMatch(/\son\w+=|javascript:|url\(|@import|src=|href=/i)
  }
})

it('is available to users who may read the page, and only for versions of that page', async () => {
  const editor = await app.as('editor')
  const stranger = await app.as('editor')
  const { second } = await twoVersions([editor.id])
  const params = { id: String(second.page_id), version_id: String(second.version_id) }
  expect((await editor.call(getPageLook, { params })).status).toBe(200)
  for (const endpoint of [getPageLook, getPageTimeline] as const)
    expect((await stranger.call(endpoint, { params } as never)).status).toBe(404)
  const other = await twoVersions()
  const query = { since: String(other.first.version_id) }
  expect((await editor.call(getPageLook, { params, query })).status).toBe(404)
})

it('states the same size of a change as the comparison of the two versions, which the filters of the site apply to', async () => {
  const { og, first, second } = await twoVersions()
  const editor = await app.as('admin')
  const params = { id: String(second.page_id) }
  const sizes = async () => {
    const look = await editor.get(getPageLook, {
      params: { ...params, version_id: String(second.version_id) },
      query: { since: String(first.version_id) },
    })
    const query = { from: String(first.version_id), to: String(second.version_id) }
    const { added, removed } = await editor.get(comparePageVersions, { params, query })
    expect([look.added, look.removed]).toEqual([added, removed])
    return { added, removed, marked: look.marked }
  }
  expect(await sizes()).toEqual({ added: 6, removed: 6, marked: 12 })
  const filter = { include: [], exclude: [], ignore: ['re:opens on \\w+'] }
  await editor.get(updateSite, { params: { id: String(og.id) }, body: { filter } })
  expect(await sizes()).toEqual({ added: 0, removed: 0, marked: 12 })
})

import { describe, expect, test } from 'vitest'
import { createOgCate, deleteOgCate, listOgCates, restoreOgCate, updateOgCate } from '#contract/og_cate.api.ts'
import { roles } from '#contract/role.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { anOg } from '../og/factory.ts'

const app = useTestApp()
const at = (record: { id: number }) => ({ id: String(record.id) })
let made = 0
async function aCategory(client: Client, name?: string) {
  made += 1
  return await client.get(createOgCate, { body: { name: name ?? `Category ${made}` } })
}
const find = async (client: Client, keyword: string) => (await client.get(listOgCates, { query: { keyword } })).items

describe('categories', () => {
  test('are created, found, renamed, deleted and restored by an editor', async () => {
    const editor = await app.as('editor')
    const category = await aCategory(editor, ' 能源 Energy ')
    expect(category).toMatchObject({ name: '能源 Energy', og_count: 0, rev: 1, owner: editor.id })
    for (const keyword of ['能', '能源', 'ENER', 'ｅｎｅｒｇｙ 源'])
      expect(
        (await find(editor, keyword)).map(item => item.id),
        keyword,
      ).toEqual([category.id])
    expect(await find(editor, '%')).toEqual([])
    const renamed = await editor.get(updateOgCate, { params: at(category), body: { name: '电力', rev: 1 } })
    expect(renamed).toMatchObject({ name: '电力', rev: 2, can: ['update', 'delete', 'restore'] })
    const stale = await editor.call(updateOgCate, { params: at(category), body: { name: 'x', rev: 1 } })
    expect([stale.status, stale.body.data]).toEqual([409, renamed])
    await editor.get(deleteOgCate, { params: at(category) })
    expect(await find(editor, '电力')).toEqual([])
    expect((await editor.call(updateOgCate, { params: at(category), body: { name: 'x' } })).status).toBe(404)
    expect((await editor.call(deleteOgCate, { params: at(category) })).status).toBe(404)
    expect(await editor.get(restoreOgCate, { params: at(category) })).toMatchObject({ name: '电力', rev: 4 })
    expect((await editor.call(restoreOgCate, { params: at(category) })).status).toBe(404)
    const history = await app.db
      .selectFrom('history')
      .select(['act', 'user_id', 'changes'])
      .where('noun', '=', 'og_cate')
      .where('record_id', '=', category.id)
      .orderBy('id')
      .execute()
    expect(history.map(entry => entry.act)).toEqual(['create', 'update', 'delete', 'restore'])
    expect(history[1]?.changes).toEqual([{ field: 'name', from: '能源 Energy', to: '电力' }])
  })

  test('are readable by users who may read organisations, and written by editors', async () => {
    const editor = await app.as('editor')
    const category = await aCategory(editor)
    for (const role of roles) {
      const client = await app.as(role)
      const mayRead = !['uploader', 'device'].includes(role)
      const mayWrite = ['admin', 'super_editor', 'editor'].includes(role)
      expect((await client.call(listOgCates)).status, role).toBe(mayRead ? 200 : 403)
      const patch = await client.call(updateOgCate, { params: at(category), body: { name: `by ${role}` } })
      expect(patch.status, role).toBe(mayWrite ? 200 : 403)
      if (mayRead) expect((await find(client, 'by ')).map(item => item.can.length > 0)).toEqual([mayWrite])
    }
  })

  test('count only the organisations that their reader may read', async () => {
    const [editor, reader, admin] = [await app.as('editor'), await app.as('reader'), await app.as('admin')]
    const category = await aCategory(editor, 'Counted')
    await anOg(app.ctx, { category_id: category.id })
    await anOg(app.ctx, { category_id: category.id, owner: editor.id, read_user: [editor.id] })
    await anOg(app.ctx, { category_id: category.id, read_user: [reader.id] })
    const trashed = await anOg(app.ctx, { category_id: category.id })
    await app.db
      .updateTable('og')
      .set({ deleted_at: app.ctx.now().toISOString() })
      .where('id', '=', trashed.id)
      .execute()
    const countFor = async (client: Client) => (await find(client, 'counted'))[0]?.og_count
    expect(await countFor(editor)).toBe(2)
    expect(await countFor(reader)).toBe(2)
    expect(await countFor(await app.as('super_reader'))).toBe(1)
    expect(await countFor(admin)).toBe(3)
  })

  test('have names that differ in more than case and width, also in concurrent requests', async () => {
    const editor = await app.as('editor')
    const category = await aCategory(editor, 'Banks 2')
    for (const name of ['banks 2', 'BANKS 2', 'Ｂａｎｋｓ ２'])
      expect((await editor.call(createOgCate, { body: { name } })).status, name).toBe(409)
    const other = await aCategory(editor)
    expect((await editor.call(updateOgCate, { params: at(other), body: { name: 'BANKS 2' } })).status).toBe(409)
    expect((await editor.get(updateOgCate, { params: at(category), body: { name: 'BANKS 2' } })).name).toBe('BANKS 2')
    await editor.get(deleteOgCate, { params: at(category) })
    await aCategory(editor, 'banks 2')
    expect((await editor.call(restoreOgCate, { params: at(category) })).status).toBe(409)
    const atOnce = await Promise.all(
      Array.from({ length: 8 }, () => editor.call(createOgCate, { body: { name: 'At once' } })),
    )
    expect(atOnce.filter(answer => answer.status === 200)).toHaveLength(1)
    expect(atOnce.filter(answer => answer.status === 409)).toHaveLength(7)
  })

  test('are deleted from the trash permanently after thirty days', async () => {
    const editor = await app.as('editor')
    const category = await aCategory(editor)
    const og = await anOg(app.ctx, { category_id: category.id })
    await editor.get(deleteOgCate, { params: at(category) })
    const deletedAt = new Date(app.ctx.now().getTime() - 30 * 86_400_000).toISOString()
    await app.db.updateTable('og_cate').set({ deleted_at: deletedAt }).where('id', '=', category.id).execute()
    expect((await editor.call(restoreOgCate, { params: at(category) })).status).toBe(404)
    const { ogCateJobs } = await import('./og_cate.jobs.ts')
    await ogCateJobs.remove_old_og_cates(app.ctx)
    expect(await app.db.selectFrom('og_cate').select('id').where('id', '=', category.id).execute()).toEqual([])
    const row = await app.db.selectFrom('og').select('category_id').where('id', '=', og.id).executeTakeFirst()
    expect(row?.category_id).toBe(null)
  })

  test.each([{ name: '' }, { name: '  ' }, { name: 'x'.repeat(61) }, { name: 'a\u0000' }, { name: 1 }, {}])(
    '%j is refused',
    async body => {
      const editor = await app.as('editor')
      expect((await editor.call(createOgCate, { body: body as never })).status).toBe(422)
    },
  )
})

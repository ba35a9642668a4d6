import { expect, test } from 'vitest'
import { erasurePlaceName, erasureTableName, erasureTables } from '#contract/erasure-place.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { passageTables } from './passage.queries.ts'
import { pointersOf } from './sweep.queries.ts'

const app = useTestApp()

test('every table in which an erasure may find names has a label for users', async () => {
  const tables = [...(await passageTables(app.ctx)), ...(await pointersOf(app.ctx)).map(each => each.table)]
  expect(tables.length).toBeGreaterThan(40)
  expect(tables.filter(table => !Object.hasOwn(erasureTables, table))).toEqual([])
})

test('a place is labelled by its table and column, and by the column alone for texts of the record itself', () => {
  expect(erasurePlaceName('diff.excerpt', 'en-US')).toBe('Page difference · Excerpt')
  expect(erasurePlaceName('history.changes', 'zh-CN')).toBe('修改历史 · 改动')
  expect(erasurePlaceName('event.title', 'zh-CN', 'event')).toBe('标题')
  expect(erasurePlaceName('og.host', 'en-US')).toBe('Organisation · Site host')
  expect(erasurePlaceName('search_entry', 'en-US')).toBe('Search entry')
  expect(erasurePlaceName('import.state', 'en-US')).toBe('Import')
  expect(erasureTableName('constructor', 'en-US')).toBe('Other data')
})

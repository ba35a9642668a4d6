import { expect, test } from 'vitest'
import type { Entity } from '#contract/registry.ts'
import { importAdapters } from '#server/adapters.ts'
import { guessPlan } from './guess.ts'

const guess = (noun: Entity, columns: string[], rows: string[][] = []) =>
  guessPlan(importAdapters[noun], columns, rows).mapping

test('names of columns are recognised with common prefixes and suffixes', () => {
  expect(guess('og', ['企业名称', '注册国家', '注册日期', '公司官网'])).toEqual([
    'name',
    'region',
    'register_time',
    'website',
  ])
  expect(guess('og', ['Company name', 'Country of registration', 'Registered country'])).toEqual([
    'name',
    'region',
    null,
  ])
  expect(guess('person', ['姓名', '本人国籍', 'Current position'])).toEqual(['name', 'region', 'position'])
})

test('the plain name has priority over the qualified one', () => {
  expect(guess('og', ['注册国家', '国家', '名称'])).toEqual([null, 'region', 'name'])
})

test('a column that contains only countries is the region, whatever its name', () => {
  const rows = [
    ['甲', '法国'],
    ['乙', ''],
    ['丙', 'Iran'],
    ['丁', 'CN'],
  ]
  expect(guess('og', ['名称', '𠮷列'], rows)).toEqual(['name', 'region'])
  expect(guess('og', ['名称', '𠮷列'], [...rows, ['戊', '上午']])).toEqual(['name', null])
  expect(guess('og', ['名称', '𠮷列'], rows.slice(0, 2))).toEqual(['name', null])
})

test('a word that merely begins with a qualifier is not split', () => {
  expect(guess('og', ['名称', 'Office', 'Theme', 'Of'])).toEqual(['name', null, null, null])
})

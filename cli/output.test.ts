import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { alignColumns, cutToWidth, jsonLine, plain, progressOn, widthOf } from './output.ts'

describe('columns', () => {
  test('align although Chinese characters take two places', () => {
    const lines = alignColumns(
      ['NAME', 'N'],
      [
        ['清风基金会', '1'],
        ['Breeze', '22'],
      ],
    )
    expect(lines).toEqual(['NAME        N', '清风基金会  1', 'Breeze      22'])
    expect(new Set(lines.map(line => widthOf(line.replace(/\d+$|N$/, ''))))).toEqual(new Set([12]))
  })

  test('fit into the terminal, and a wide character is never halved', () => {
    const lines = alignColumns(['ID', 'NAME', 'X'], [['1', '一二三四五六七八九十一二三四五', 'y']], 20)
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(20)
    expect(lines[1]).toContain('…')
    expect(cutToWidth('ab𠮷𠮷', 5)).toBe('ab𠮷…')
    expect(cutToWidth('👨‍👩‍👧‍👦x', 3)).toBe('👨‍👩‍👧‍👦x')
  })
})

describe('text of a record', () => {
  test('cannot control the terminal or begin a line', () => {
    expect(plain('a\u001b[31mred\u0007\nnext\u009b2J\u202etxt')).toBe('a[31mred next2Jtxt')
    expect(jsonLine({ a: 'x\u009b\u202e\u001b\n' })).toBe('{"a":"x\\u009b\\u202e\\u001b\\n"}')
    expect(JSON.parse(jsonLine({ a: 'x\u009b' }))).toEqual({ a: 'x\u009b' })
  })
})

describe('progress', () => {
  test('is a line on a terminal, and nothing in a file', () => {
    const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 60 })
    const bar = progressOn(terminal)
    bar.show('Writing', 5, 10)
    bar.clear()
    const shown = String(terminal.read())
    expect(shown).toContain('50% 5/10')
    expect(shown.endsWith('\r\u001b[K')).toBe(true)
    const unsized = Object.assign(new PassThrough(), { isTTY: true, columns: 0 })
    progressOn(unsized).show('Writing', 5, 10)
    expect(String(unsized.read())).toContain('5/10')
    const file = new PassThrough()
    progressOn(file).show('Writing', 5, 10)
    expect(file.read()).toBeNull()
  })
})

import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { namesIn } from './names.ts'

const text = '清风基金会\r\n\r\n  \r\n-dash\nÉcole Libre\n'
const names = [
  { n: 1, name: '清风基金会' },
  { n: 4, name: '-dash' },
  { n: 5, name: 'École Libre' },
]
const bytesOf = (encoding: string, addBOM = false, content = text) =>
  new Uint8Array(iconv.encode(content, encoding, { addBOM }))
const read = (bytes: Uint8Array, encoding?: string) => namesIn(bytes, 'names.txt', 'en-US', encoding)

describe('names of a file', () => {
  test.each([
    ['utf8', false],
    ['utf8', true],
    ['utf16le', true],
    ['utf16-be', true],
    ['utf16le', false],
    ['utf16-be', false],
    ['gb18030', false],
  ] as const)('are the same in %s (with a byte order mark: %s)', (encoding, hasMark) => {
    expect(read(bytesOf(encoding, hasMark))).toEqual(names)
  })

  test('are read as GBK if they are no UTF-8', () => {
    expect(read(bytesOf('gbk', false, '测试人员\n'))).toEqual([{ n: 1, name: '测试人员' }])
  })

  test('follow the encoding that the user states', () => {
    expect(read(bytesOf('win1252', false, 'École\n'), 'windows-1252')).toEqual([{ n: 1, name: 'École' }])
    expect(() => read(bytesOf('utf8'), 'nonsense')).toThrow('The encoding “nonsense” is not supported.')
  })

  test('of an empty file are none, and bytes that are no text are refused', () => {
    expect(read(new Uint8Array())).toEqual([])
    expect(() => read(new Uint8Array([1, 0, 0, 0, 2, 3, 0]))).toThrow('The file names.txt is not text.')
  })
})

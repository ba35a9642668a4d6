import { expect, it } from 'vitest'
import { timeText, uploadSize } from './size-text.ts'

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KB'],
  [1536, '1.5 KB'],
  [150 * 1024, '150 KB'],
  [1024 ** 2, '1.0 MB'],
  [2 * 1024 ** 3, '2.0 GB'],
  [3000 * 1024 ** 4, '3000 TB'],
])('%d bytes are %s', (bytes, text) => expect(uploadSize(bytes)).toBe(text))

it.each([
  [0, '0:00'],
  [0.2, '0:01'],
  [42, '0:42'],
  [725, '12:05'],
  [3729, '1:02:09'],
])('%d seconds are %s', (seconds, text) => expect(timeText(seconds)).toBe(text))

import { expect, test } from 'vitest'
import { extractHtml } from './extract.ts'

const labelled = (html: string) =>
  extractHtml(html, 'https://port.example/').blocks.map(({ text, label }) => [text, label])

test('a table row is about its first cell with letters, or the number of its record', () => {
  expect(
    labelled(
      '<table><tr><td>1<td>Soybean<td>595</tr><tr><td>20240012<td>12.50</tr><tr><td>7<td>8</tr><tr><td>Total</tr></table>',
    ),
  ).toEqual([
    ['1 Soybean 595', 'Soybean'],
    ['20240012 12.50', '20240012'],
    ['7 8', undefined],
    ['Total', undefined],
  ])
})

test('a value is about its term, or about the text with a colon before it', () => {
  expect(labelled('<dl><dt>Employees<dd>120</dl><div><p>电话：</p><p>010-5550 1234</p><p>Hall 7</p></div>')).toEqual([
    ['Employees', undefined],
    ['120', 'Employees'],
    ['电话：', undefined],
    ['010-5550 1234', '电话：'],
    ['Hall 7', undefined],
  ])
})

test('blocks of one template have the same place on every page, siblings have others', () => {
  const places = (text: string) =>
    extractHtml(`<div><p>One</p><p>Two</p></div><ul><li>${text}<li>B</ul>`, 'https://port.example/').blocks.map(
      ({ place }) => place,
    )
  expect(places('A')).toEqual(places('C'))
  expect(new Set(places('A')).size).toBe(4)
})

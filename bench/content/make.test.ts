import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { type MadePage, makeNeighbours, makePages } from './make.ts'
import { readArticles, readLayouts } from './texts.ts'

const halves = { tune: makePages('tune', 1), judge: makePages('judge', 1), check: makePages('check', 1) }
const plain = ({ text }: MadePage) =>
  text
    .replace(/<(script|style|title)\b.*?<\/\1>/gs, ' ')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&gt;', '>')
const pages = [...halves.tune, ...halves.judge, ...halves.check]

test('the halves have 60 pages each in four languages, a third set has 18, and none share a layout', () => {
  expect([halves.tune.length, halves.judge.length, halves.check.length]).toEqual([60, 60, 18])
  const layouts = readLayouts()
  const languages = readArticles()
    .filter(({ half }) => half !== 'check')
    .map(({ layout }) => layouts.find(({ name }) => name === layout)?.language)
  const countOf = (language: string) => languages.filter(each => each === language).length
  expect(['zh', 'ja', 'ru', 'ar'].map(countOf)).toEqual([80, 14, 13, 13])
  expect(new Set(layouts.map(({ name }) => name)).size).toBe(layouts.length)
  expect(layouts.length).toBeGreaterThanOrEqual(40)
})

test('every slot of a layout is filled, and every layout is used', () => {
  expect(pages.filter(({ text }) => /\[\[|\]\]|undefined/.test(text)).map(({ id }) => id)).toEqual([])
  const used = new Set(readArticles().map(({ layout }) => layout))
  expect(readLayouts().filter(({ name }) => !used.has(name))).toEqual([])
})

test('each page has 3 to 8 labels of both kinds, and its text contains them', () => {
  const faults = pages.flatMap(page => [
    ...[page.with, page.without].filter(({ length }) => length < 3 || length > 8).map(labels => [page.id, labels]),
    ...[...page.with, ...page.without].filter(label => !plain(page).includes(label)).map(label => [page.id, label]),
  ])
  expect(faults).toEqual([])
})

test('no label of the surroundings occurs in the article, and none of the article twice', () => {
  const articles = [...readArticles()]
  const faults = pages.flatMap((page, at) => {
    const article = JSON.stringify({ ...articles[at], layout: '', site: '', section: '', comments: [] })
    const twice = page.with.filter(label => plain(page).split(label).length > 2 && label !== articles[at]?.title)
    return [...page.without.filter(label => article.includes(label)), ...twice].map(label => [page.id, label])
  })
  expect(faults).toEqual([])
})

test('the bytes of a page in an old encoding have all its characters', () => {
  const charsets = new Map(readLayouts().map(({ name, charset }) => [name, charset]))
  const lost = pages.filter(({ id, html, text }) => {
    const charset = charsets.get(id.replace(/-\d+$/, '')) ?? ''
    return iconv.decode(html, charset) !== text
  })
  expect(lost.map(({ id }) => id)).toEqual([])
})

test('the same seed makes the same pages', () => {
  expect(makePages('tune', 1).map(({ text }) => text)).toEqual(halves.tune.map(({ text }) => text))
  expect(makePages('tune', 2).map(({ text }) => text)).not.toEqual(halves.tune.map(({ text }) => text))
})

test('each page has other pages of its site: the article at a second address, and none with its labels otherwise', () => {
  const neighbours = makeNeighbours('tune', 1)
  expect(neighbours.map(({ of }) => of)).toEqual(halves.tune.map(({ id }) => id))
  for (const { pages } of neighbours) {
    expect(pages.length).toBeGreaterThanOrEqual(5)
    expect(new Set(pages.map(({ url }) => url)).size).toBe(pages.length)
  }
  const [first] = neighbours
  const [label = ''] = halves.tune[0]?.with ?? []
  const charset = readLayouts().find(({ name }) => first?.of.startsWith(name))?.charset ?? 'utf8'
  const having = first?.pages.filter(({ html }) => iconv.decode(html, charset).includes(label))
  expect(having).toHaveLength(1)
})

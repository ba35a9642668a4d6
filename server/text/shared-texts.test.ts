import { expect, test } from 'vitest'
import { extractHtml } from './extract.ts'
import { countedTexts, findShared, frameShared, noShared } from './shared-texts.ts'

const slogan = 'Sailing safely since the first lighthouse was lit'
const legal = 'The harbour office is the responsible publisher of these pages and answers for their content.'
const story = (about: string) =>
  `<p>The story of ${about} is long enough to be a sentence of its own.</p><p>It ends when ${about} is at rest in the end.</p>`
const page = (title: string, body: string, end = `<div><p>${slogan}</p></div><div><small>${legal}</small></div>`) =>
  extractHtml(
    `<html><head><title>${title}</title></head><body><div><h1>${title}</h1>${body}</div>${end}</body></html>`,
    'https://example.org/',
  ).blocks
const names = ['boats', 'ropes', 'masts', 'sails', 'tides', 'winds', 'piers', 'buoys']
const articles = names.map(name => page(`About ${name}`, story(name)))
const shared = findShared(articles.map(countedTexts))
const bodyOf = (blocks: ReturnType<typeof page>) => blocks.filter(({ part }) => part === 'main').map(({ text }) => text)
const framed = (blocks: ReturnType<typeof page>) => bodyOf(frameShared(blocks, shared))

test('a text in the same place of many pages belongs to the frame', () => {
  const [article = []] = articles
  expect(bodyOf(article)).toContain(legal)
  expect(framed(article)).toEqual([
    'About boats',
    'The story of boats is long enough to be a sentence of its own.',
    'It ends when boats is at rest in the end.',
  ])
})

test('a site of fewer than five pages shares no text', () => {
  for (const count of [1, 2, 4]) expect(findShared(articles.slice(0, count).map(countedTexts))).toEqual(noShared)
})

test('the text of the footer is the body of the page that is about it', () => {
  const notice = page('Legal notice', `<p>${legal}</p><p>Questions are answered by the office at the pier.</p>`)
  const all = [...articles, notice]
  const list = findShared(all.map(countedTexts))
  expect(bodyOf(frameShared(notice, list))).toEqual([
    'Legal notice',
    legal,
    'Questions are answered by the office at the pier.',
  ])
})

test('an article at several addresses keeps its body', () => {
  const copies = [1, 2, 3].map(() => page('About storms', story('storms')))
  const list = findShared([...articles, ...copies].map(countedTexts))
  for (const copy of copies)
    expect(bodyOf(frameShared(copy, list))).toContain('The story of storms is long enough to be a sentence of its own.')
})

test('a list keeps the titles that its articles have as headings, and the articles keep their headings', () => {
  const titles = names.map(name => `About ${name}`)
  const lists = ['Newest', 'Archive', 'All stories'].map(title =>
    page(title, `<ul>${titles.map(text => `<li><a href="/${text}">${text}</a></li>`).join('')}</ul>`),
  )
  const list = findShared([...articles, ...lists].map(countedTexts))
  for (const each of lists) for (const title of titles) expect(bodyOf(frameShared(each, list))).toContain(title)
  for (const [at, article] of articles.entries()) expect(bodyOf(frameShared(article, list))).toContain(titles[at])
})

test('a shared text between sentences of the page, a figure and a table row stay in the body', () => {
  const facts = '<p>Berths for 40 boats</p><table><tr><td>Price</td><td>Free of charge</td></tr></table>'
  const pages = names.map(name =>
    page(
      `About ${name}`,
      `${facts}<p>Everything about ${name} that a sailor has to know at sea.</p><h2>Safety on board</h2>${story(name)}`,
    ),
  )
  const list = findShared(pages.map(countedTexts))
  expect(list.length).toBeGreaterThan(0)
  for (const each of pages)
    expect(bodyOf(frameShared(each, list))).toEqual(
      expect.arrayContaining(['Safety on board', 'Berths for 40 boats', 'Price Free of charge']),
    )
})

test('a shared text remains one until fewer than half as many pages have it', () => {
  const without = (count: number) =>
    articles.map((_, at) =>
      countedTexts(page(`About ${names[at]}`, story(names[at] as string), at < count ? undefined : '')),
    )
  expect(findShared(without(2))).toEqual(noShared)
  expect(findShared(without(2), shared)).toEqual(shared)
  expect(findShared(without(1), shared)).toEqual(noShared)
})

test('the list does not depend on the order of the pages', () => {
  expect(findShared(articles.toReversed().map(countedTexts))).toEqual(shared)
})

import { expect, test } from 'vitest'
import { extractHtml } from './extract.ts'

const url = 'https://example.org/news/page.html'
const partOf = (html: string, part: 'main' | 'frame') =>
  extractHtml(html, url)
    .blocks.filter(block => block.part === part)
    .map(block => block.text)

const prose = (n: number) =>
  `<p>Paragraph ${n} of the article tells the reader at some length what the ministry has decided about the port.</p>`
const article = [1, 2, 3, 4].map(prose).join('')
const related = `<ul>${[1, 2, 3].map(n => `<li><a href="/a/${n}">Another article number ${n} of the same day</a></li>`).join('')}</ul>`

test('a list of other articles after the last sentence is frame, links between sentences are body', () => {
  const html = `<div class="page"><h1>Port</h1>${article}${related}</div>`
  expect(partOf(html, 'frame')).toHaveLength(3)
  expect(partOf(`<div class="page"><h1>Port</h1>${prose(1)}${related}${article}</div>`, 'frame')).toEqual([])
})

test('comments, sharing and phrases that introduce other articles are frame, in several languages', () => {
  const html = `<div><h1>Port</h1>${article}<h3>相关阅读</h3><h3>Ähnliche Beiträge</h3><p>Share this</p>
    <div id="comments"><p>I do not agree with a single word of this article, and I have said so before.</p></div></div>`
  expect(partOf(html, 'frame')).toEqual([
    '相关阅读',
    'Ähnliche Beiträge',
    'Share this',
    'I do not agree with a single word of this article, and I have said so before.',
  ])
})

test('an element named like a frame that holds most of the text is body', () => {
  expect(partOf(`<div class="has-sidebar"><div class="widget">${article}</div></div>`, 'frame')).toEqual([])
  expect(partOf(`<div id="comment-17">${article}${prose(5)}</div>`, 'main')).toHaveLength(5)
})

test('a lead between the title and the article is body, a menu before it is frame', () => {
  const lead = 'The ministry closes the old port for a year, and nobody knows where the ships will go.'
  const html = `<div><ul><li><a href="/1">Home</a></li><li><a href="/2">News</a></li><li><a href="/3">Ports</a></li></ul>
    <header><h1>Port</h1><p>${lead}</p></header><div class="text">${article}</div></div>`
  expect(partOf(html, 'main').slice(0, 2)).toEqual(['Port', lead])
  expect(partOf(html, 'frame')).toEqual(['Home', 'News', 'Ports'])
})

test('a table of names and numbers stays body though each row is a link', () => {
  const rows = [1, 2, 3].map(n => `<tr><td><a href="/p/${n}">Viktor Perelman ${n}</a></td><td>+7 495 00${n}</td></tr>`)
  const html = `<div><h1>Board</h1>${prose(1)}<table>${rows.join('')}</table></div>`
  expect(partOf(html, 'main')).toContain('Viktor Perelman 2 +7 495 002')
})

test('a home page of short texts stays whole', () => {
  const cards = [1, 2, 3, 4].map(n => `<div class="col"><h2>服务 ${n}</h2><p>面向企业的查询</p></div>`).join('')
  expect(partOf(`<div>${cards}<div><p>地址：示例路 5 号，电话 010-5550 1234</p></div></div>`, 'frame')).toEqual([])
})

test('a heading that links to itself is a heading of the body', () => {
  const html = `<main><h1>Policy</h1>${article}<h2 id="npm-uses-cookies"><a href="#npm-uses-cookies">How cookies are used</a></h2>${prose(5)}</main>`
  expect(partOf(html, 'main')).toContain('How cookies are used')
})

test('members, dates and latest announcements stay body whatever their class is', () => {
  const members = '<ul class="mitglieder"><li>Viktor Perelman, Vorsitz</li><li>𠮷田 花子</li></ul>'
  const date = '<p class="date">Frist: 3. März 2027</p>'
  const latest = '<div class="latest-news"><p><a href="/9">Sitzung verlegt</a> auf den 9. September</p></div>'
  const main = partOf(`<main><h1>Vorstand</h1>${article}${members}${date}${latest}</main>`, 'main')
  expect(main).toEqual(expect.arrayContaining(['Viktor Perelman, Vorsitz', '𠮷田 花子', 'Frist: 3. März 2027']))
  expect(main).toContain('Sitzung verlegt auf den 9. September')
})

test('cards of persons are body, however much of each is its link', () => {
  const card = (name: string, role: string) =>
    `<div class="card"><a href="/board/${role}"><h3>${name}</h3></a><p>${role}</p></div>`
  const board = [
    card('Johanna Granath-Kihlman', 'Chair'),
    card('Lars K. Dahlström', 'Member'),
    card('Gunnar M. Dahlström', 'Observer'),
  ].join('')
  const html = `<header><nav><a href="/">Home</a></nav></header><main><h1>Board</h1><div class="cards">${board}</div></main>`
  expect(partOf(html, 'frame')).toEqual(['Home'])
})

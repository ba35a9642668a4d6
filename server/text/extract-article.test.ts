import { expect, test } from 'vitest'
import { extractHtml } from './extract.ts'

const url = 'https://example.gov.cn/art/2021/3/18/art_1.html'
const blocksOf = (html: string) => extractHtml(html, url).blocks
const partOf = (html: string, part: 'main' | 'frame') =>
  blocksOf(html)
    .filter(block => block.part === part)
    .map(block => block.text)
const page = (title: string, body: string) => `<html><head><title>${title}</title></head><body>${body}</body></html>`
const links = (texts: string[]) => texts.map((text, at) => `<div><a href="/n/${at}.html">${text}</a></div>`).join('')

const menu = ['首页', '政务公开', '办事服务', '互动交流']
const sentences = [
  '因供水管道更换阀门，九月十一日八时至二十时新华里一带停水，高层住户恢复供水的时间可能延迟。',
  '请用户提前储水，来水后先打开水龙头放水两分钟，水质清澈以后再正常使用。',
]
const headlines = [
  '全市供水管网改造工程顺利完成第一阶段任务',
  '水质检测报告向社会公布',
  '客服热线升级为二十四小时人工服务',
]

test('a short notice between lists of other pages is body, whatever its elements are named', () => {
  const html = page(
    '停水公告-自来水网',
    `<table><tr><td>${menu.map(text => `<a href="/${text}">${text}</a>`).join(' | ')}</td></tr></table>
    <div class="l"><div>最新动态</div>${links(headlines)}</div>
    <div class="r"><div>当前位置：首页 &gt; 公告</div><div class="bt">停水公告</div><div>2013-09-09 浏览次数：128 【字体：大 中 小】</div>
    <div class="nr">${sentences.join('<br>')}<br>自来水公司</div><div>【打印本页】【关闭窗口】</div></div>
    <div>版权所有：自来水网</div><div>总机：0311-1234567</div>`,
  )
  expect(partOf(html, 'main')).toEqual(['停水公告', ...sentences, '自来水公司'])
})

test('attachments after the text are body, other pages are not', () => {
  const text = [1, 2, 3].map(at => `<p>${at}${sentences[0]}${sentences[1]}</p>`).join('')
  const html = page(
    '停水方案_自来水网',
    `<div class="con"><div class="con-title">停水方案</div><div class="text">${text}</div>
    <div class="fj"><p><a href="/f/1">停水区域一览表.xlsx</a></p><p><a href="/f/2.pdf">示意图</a></p></div>
    <div><p><a href="/n/9.html">${headlines[0]}</a></p></div></div>`,
  )
  const main = partOf(html, 'main')
  expect(main).toEqual(expect.arrayContaining(['停水方案', '停水区域一览表.xlsx', '示意图']))
  expect(main).not.toContain(headlines[0])
})

test('a text that a script makes visible is read, a small invisible part is not', () => {
  const text = sentences.map(each => `<section>${each}</section>`).join('')
  const hidden = `<h1>停水公告</h1><div style="visibility: hidden; opacity: 0">${text}</div><div>阅读原文</div>`
  expect(partOf(page('', hidden), 'main')).toEqual(['停水公告', ...sentences])
  const small = `<h1>停水公告</h1>${text}<div style="visibility:hidden">加载中，请稍候</div>`
  expect(blocksOf(page('', small)).map(block => block.text)).not.toContain('加载中，请稍候')
})

test('the last lines of pages of offices are frame in four languages', () => {
  const last = [
    '上一条：另一份公告',
    '扫一扫在手机打开当前页',
    'このページに関するアンケート',
    'Распечатать страницу',
    'طباعة الصفحة',
  ]
  const text = sentences.map(each => `<p>${each}</p>`).join('')
  const html = page('停水公告', `<div><h1>停水公告</h1>${text}${last.map(each => `<p>${each}</p>`).join('')}</div>`)
  expect(partOf(html, 'frame')).toEqual(last)
})

test('comments below their heading are frame, replies in a forum are body', () => {
  const text = sentences.map(each => `<div class="p4">${each}</div>`).join('')
  const html = page(
    '停水公告',
    `<div class="x"><div>停水公告</div>${text}<div class="c6"><div>全部评论</div><div>早点说就好了</div></div></div>`,
  )
  expect(partOf(html, 'frame')).toEqual(['全部评论', '早点说就好了'])
  const replies = ['学习了，明天去看看', '楼主运气好']
    .map(each => `<div class="post"><div>${each}</div></div>`)
    .join('')
  expect(partOf(page('停水公告', `<div>停水公告</div>${text}${replies}`), 'main')).toContain('楼主运气好')
})

test('the lists of a home page stay body, outside the widest column and below any heading', () => {
  const box = (name: string, rows: string[]) => `<div class="box"><h3>${name}</h3>${links(rows)}</div>`
  const many = [1, 2, 3, 4, 5].flatMap(at => headlines.map(text => `${text}之${at}`))
  const html = page(
    '自来水网',
    `<div class="top">${links(menu)}</div><div class="left"><h1>自来水网</h1>${box('要闻', many)}</div>
    <div class="right">${box('最新公告', headlines)}</div>`,
  )
  expect(partOf(html, 'main')).toEqual(expect.arrayContaining([...many, ...headlines]))
})

test('a list with a note is body with all its entries', () => {
  const html = page(
    '通知公告-教育局',
    `<ul>${menu.map(text => `<li><a href="/${text}">${text}</a></li>`).join('')}</ul><div class="list"><h1>通知公告</h1>
    <ul>${headlines.map((text, at) => `<li><a href="/n/${at}.html">${text}</a><span>2020-06-0${at}</span></li>`).join('')}</ul>
    <p>本栏目每季度更新一次，已经废止的文件不再列入，需要查阅的请与办公室联系，联系电话见首页。</p>
    <div>共3条记录 <a href="?p=1">上一页</a> 1 <a href="?p=2">下一页</a> 转到第 页</div></div>`,
  )
  const main = partOf(html, 'main')
  for (const text of headlines) expect(main.some(each => each.startsWith(text))).toBe(true)
  expect(partOf(html, 'frame')).toEqual([...menu, '共3条记录 上一页 1 下一页 转到第 页'])
})

test('all blocks hold the texts of the surroundings', () => {
  const html = page('停水公告', `<div>停水公告</div><p>${sentences[0]}</p><p>打印</p><p>版权所有：自来水网</p>`)
  expect(blocksOf(html).map(block => block.text)).toEqual(['停水公告', sentences[0], '打印', '版权所有：自来水网'])
})

test('a page whose last paragraph has a copyright in it keeps the texts before it', () => {
  const html = page('Terms', `<h1>Terms</h1><p>Short.</p><p>Also short.</p><p>© 2024 Example Ltd</p><p>Imprint</p>`)
  expect(partOf(html, 'main')).toEqual(['Terms', 'Short.', 'Also short.'])
})

test('a picture of the template is listed on pages with and without sentences', () => {
  const template = (body: string) =>
    page('停水公告', `<div><img src="/top.gif"></div><div class="r"><div>停水公告</div>${body}</div>`)
  const pictures = (html: string) => blocksOf(html).flatMap(block => block.pictures ?? [])
  expect(pictures(template(`<p>${sentences[0]}</p><p>${sentences[1]}</p>`))).toEqual(['https://example.gov.cn/top.gif'])
  expect(pictures(template('<table><tr><td>水价</td><td>3.2</td></tr></table>'))).toEqual([
    'https://example.gov.cn/top.gif',
  ])
})

test('short texts after the element with the sentences are frame; data, entries and names are body', () => {
  const text = `<div class="t">${sentences.map(each => `<p>${each}</p>`).join('')}</div>`
  const after = (rest: string) => page('停水公告', `<div class="x"><div>停水公告</div>${text}${rest}</div>`)
  const remarks = '<div><h4>留下您的想法</h4><p>看完以后想说点什么</p></div>'
  expect(partOf(after(remarks), 'frame')).toEqual(['留下您的想法', '看完以后想说点什么'])
  const kept = [
    '<div><p>用水单价 3.2 元</p></div>',
    '<div><h4>受影响的小区</h4><ul><li>东湖花园</li><li>纺织新村</li></ul></div>',
    '<div><p>局长：李雷</p></div>',
    '<div><a href="/map.pdf">停水范围图</a></div>',
    `<div>${['李雷', '韩梅', '林涛', '吴晗', '赵敏'].map(name => `<p>${name}</p>`).join('')}</div>`,
  ]
  for (const rest of kept) expect(partOf(after(rest), 'frame')).toEqual([])
})

test('an article is read as a text if sentences are most of it, however much surrounds it', () => {
  const column = [1, 2, 3, 4, 5].map(at => `<p>本站栏目说明每周更新一次其${at}</p>`).join('')
  const text = [...sentences, '新华里东段', '新华里西段', '人民路南口', '人民路北口', '老码头一带']
  const body = `<div>停水公告</div>${text.map(each => `<p>${each}</p>`).join('')}`
  const html = page('停水公告', `<div class="l">${column}</div><div class="r">${body}</div>`)
  expect(partOf(html, 'main')).toEqual(['停水公告', ...text])
})

test('a headline that begins like a remark of the site is body', () => {
  const heads = [
    '客服热线升级为二十四小时人工服务',
    '扫码支付在菜市场推开',
    '郑重声明：本局未设收费窗口',
    '其他产品价格公示',
  ]
  const html = page('通知公告', `<div><h1>通知公告</h1>${heads.map(each => `<p>${each}</p>`).join('')}</div>`)
  expect(partOf(html, 'main')).toEqual(['通知公告', ...heads])
})

test('entries that lead to the pages before and after are frame, an entry without a link is body', () => {
  const text = sentences.map(each => `<p>${each}</p>`).join('')
  const pair = '<ul><li>上一篇：<a href="/1">水质检测报告</a></li><li>下一篇：<a href="/2">管网改造</a></li></ul>'
  const html = page('停水公告', `<div><div>停水公告</div>${text}${pair}<ul><li>下一条 公交线路改道</li></ul></div>`)
  expect(partOf(html, 'frame')).toEqual(['上一篇：水质检测报告', '下一篇：管网改造'])
})

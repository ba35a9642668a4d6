import { expect, test } from 'vitest'
import { hasTools, isAttachment, isImprint, isInterface, isSectionHeading } from './extract-interface.ts'

test('a text of interface words alone is interface, in four languages and without blanks', () => {
  for (const text of [
    '【打印】【关闭窗口】',
    '点赞收藏踩一下',
    '字号：[大 中 小]',
    '上一页 1 2 3 下一页',
    'トップへ戻る',
  ])
    expect([text, isInterface(text)]).toEqual([text, true])
  for (const text of ['Версия для печати | Наверх страницы', 'Войти', 'خريطة الموقع | سياسة الخصوصية', 'Print · Share'])
    expect([text, isInterface(text)]).toEqual([text, true])
})

test('a text with any other word, a number alone and a long text are not', () => {
  for (const text of ['打印机采购公告', '首页改版', '2021-03-18', '', 'Печатный двор', 'Homepage', 'طباعة الكتب'])
    expect([text, isInterface(text)]).toEqual([text, false])
  expect(isInterface('打印 '.repeat(10_000))).toBe(false)
})

test('a line with tools is no text, a sentence about them is', () => {
  expect(hasTools('发布日期：2021-03-18 来源：办公室 浏览次数：68428')).toBe(true)
  expect(hasTools('本局统计了网站的浏览次数。')).toBe(false)
})

test('headings of other pages and comments, imprints and documents are found by their words', () => {
  expect(
    ['相关阅读', '【热门评论】', 'Похожие записи', 'あわせて読みたい', 'مقالات ذات صلة'].every(isSectionHeading),
  ).toBe(true)
  expect(['相关规定如下，请遵照执行', '评审结果', 'Комитет'].some(isSectionHeading)).toBe(false)
  expect(['京ICP备05000000号', '主办单位：市政府', '© 2020 Example', 'Все права защищены.'].every(isImprint)).toBe(true)
  expect(isImprint('本办法自公布之日起施行')).toBe(false)
  expect(isAttachment('附件：自查表', [])).toBe(true)
  expect(isAttachment('示意图', ['https://example.org/a.pdf?v=2'])).toBe(true)
  expect(isAttachment('停水一览表.xlsx（12KB）', ['https://example.org/1'])).toBe(true)
  expect(isAttachment('示意图', ['https://example.org/a.html'])).toBe(false)
})

import { expect, test } from 'vitest'
import { onlyOf, wordsAround } from './digest-only.ts'

test.each([
  ['Share of recycled steel: 47 %', 'Share of recycled steel: 52 %'],
  ['Price: € 1,299.00', 'Price: € 1,199.00'],
  ['注册资本：500万元', '注册资本：800万元'],
  ['Version 1.7', 'Version 1.8'],
  ['US$ 40', 'US$ 45'],
  ['回收率 47％', '回收率 52％'],
])('an amount, a share or a fraction is a figure: %s', (before, after) => {
  expect(onlyOf(before, after)).toBe('figures')
})

test.each([
  ['1,204 readers', '1,381 readers'],
  ['浏览次数：1204', '浏览次数：1207'],
  ['Page 3 of 12', 'Page 3 of 13'],
  ['50 % of 12 done', '50 % of 13 done'],
])('a whole number is a counter, also next to an unchanged figure: %s', (before, after) => {
  expect(onlyOf(before, after)).toBe('numbers')
})

test.each([
  ['Employees: 120', 'Employees: 80'],
  ['Employees 120', 'Employees 80'],
  ['We have 120 employees', 'We have 80 employees'],
  ['员工人数：120', '员工人数：80'],
  ['公司现有职工 1,200 人', '公司现有职工 800 人'],
  ['Views: 1,204 | Staff: 120', 'Views: 1,204 | Staff: 80'],
  ['The board has 9 members.', 'The board has 7 members.'],
  ['委员会由9名委员组成。', '委员会由7名委员组成。'],
])('a whole number that a person wrote is a figure: %s', (before, after) => {
  expect(onlyOf(before, after)).toBe('figures')
})

test.each([
  ['This page has been viewed 1,204 times.', 'This page has been viewed 1,381 times.'],
  ['Staff: 120 | Views: 1,204', 'Staff: 120 | Views: 1,381'],
  ['The wiki has 1,204 articles and 7,258 edits.', 'The wiki has 1,206 articles and 7,264 edits.'],
  ['您是第1204位访客。', '您是第1381位访客。'],
  ['本文已被阅读1204次，欢迎转载。', '本文已被阅读1381次，欢迎转载。'],
  ['共12页，当前第3页。', '共13页，当前第3页。'],
  ['© 2019 Harbour Board. All rights reserved.', '© 2020 Harbour Board. All rights reserved.'],
  ['在线员工：12', '在线员工：15'],
  ['12', '15'],
  ['(3)', '(4)'],
  ['Room 12', 'Room 13'],
])('a number that a site counts or assigns automatically stays a counter: %s', (before, after) => {
  expect(onlyOf(before, after)).toBe('numbers')
})

test('words around numbers are equal whatever was counted, and differ if they differ', () => {
  expect(wordsAround('Views: 12', 'Views: 15')).toBe(wordsAround('Views: 1,200', 'Views: 1,204'))
  expect(wordsAround('© 2019', '© 2020')).not.toBe(wordsAround('Audit 2019', 'Audit 2020'))
  expect(wordsAround('Views: 12', 'Likes: 12')).toBeUndefined()
})

test('a date or a number in a sentence was written by a person, in Chinese too', () => {
  expect(
    onlyOf(
      '报名截止时间由原定的2019年5月1日起统一延长，请各参评单位相互转告。',
      '报名截止时间由原定的2019年6月1日起统一延长，请各参评单位相互转告。',
    ),
  ).toBeUndefined()
  expect(onlyOf('发布时间：2019年5月1日', '发布时间：2019年6月1日')).toBe('dates')
})

test.each([
  ['595', '640', 'Soybean', 'figures'],
  ['595', '640', 'Views', 'numbers'],
  ['5 March', '19 March', 'Application deadline', 'figures'],
  ['5 March', '19 March', 'Last updated', 'dates'],
  ['010-5550 1234', '010-5550 1235', '电话', 'figures'],
  ['9:00–17:00', '9:00–18:00', '', 'figures'],
])('a label names the subject of a number or date: %s, %s, %s', (before, after, label, only) => {
  expect(onlyOf(before, after, label)).toBe(only)
})

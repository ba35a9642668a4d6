import { expect, test } from 'vitest'
import { maskDates } from './tokens.ts'

test.each([
  ['vor 3 Tagen', 'vor 14 Stunden'],
  ['il y a 2 heures', 'il y a 3 jours'],
  ['hace 5 minutos', 'hace 2 días'],
  ['3 giorni fa', '5 ore fa'],
  ['5 дней назад', '2 часа назад'],
  ['3時間前', '2日前'],
  ['3시간 전', '2일 전'],
  ['3. März 2027', '14. April 2027'],
  ['le 1er mars 2027', 'le 14 avril 2027'],
  ['5 de marzo de 2027', '14 de abril de 2028'],
  ['5 марта 2027', '14 апреля 2027'],
  ['08:30 Uhr', '17:45 Uhr'],
])('dates of several languages have one mask: %s, %s', (before, after) => {
  expect(maskDates(before)).toBe(maskDates(after))
})

test('a telephone number in groups of two is no date', () => {
  expect(maskDates('36-55-23')).toBe('36-55-23')
})

import { expect, test } from 'vitest'
import { contactsIn, hasHours, hasOtherContacts, isDueDate } from './stated-data.ts'

test.each([
  ['Tel.: (030) 555-12 34, fax 030 555 1299', ['0305551234', '0305551299']],
  ['联系电话：010-5550 1234', ['01055501234']],
  ['+49 30 5551234 or Info@Port.example', ['info@port.example', '49305551234']],
  ['IBAN DE89 3704 0044 0532 0130 00', ['DE89370400440532013000']],
  ['Founded 2024-01-05, document 20240105-17', []],
  ['Order 12345678', []],
])('contact data of %s', (text, found) => {
  expect(contactsIn(text).toSorted()).toEqual(found.toSorted())
})

test('another spelling of a number is no other number', () => {
  expect(hasOtherContacts('Tel. 030 555 1234', 'Tel. 030-5551234')).toBe(false)
  expect(hasOtherContacts('Tel. 030 555 1234', 'Tel. 030 555 1235')).toBe(true)
  expect(hasOtherContacts('Write to us', 'Write to info@port.example')).toBe(true)
})

test.each(['Mon–Fri 9:00–17:00', '办公时间：9:00至17:00', 'Mo 8 Uhr bis 12 Uhr', '9 am to 5 pm'])('hours: %s', text => {
  expect(hasHours(text)).toBe(true)
})

test.each([
  ['Application deadline: 5 March 2027', true],
  ['投标截止时间：2027年3月5日', true],
  ['Bewerbungsschluss: 5.3.2027', true],
  ['Last updated: 5 March 2027', false],
  ['更新时间：2027年3月5日', false],
  ['5 March 2027', false],
])('due date: %s is %s', (text, is) => {
  expect(isDueDate(text)).toBe(is)
})

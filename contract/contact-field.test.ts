import { describe, expect, test } from 'vitest'
import { asRow, reconcileContacts } from './contact-field.ts'
import { personSchema } from './entities/person.schema.ts'

const settle = (given: object, before: object = {}) => reconcileContacts(personSchema, given as never, before as never)
const office = { ...asRow('phone', '+1 2'), label: 'office' }

describe('fields and rows stay consistent', () => {
  test('a row with no more detail than its field is stored once', () => {
    const rows = [asRow('phone', '+1-2'), asRow('phone', '+1 3')]
    expect(settle({ phone_number: '+1 2', contacts: rows })).toEqual({ phone_number: '+1 2', contacts: [rows[1]] })
    expect(settle({ twitter: 'https://x.com/a', contacts: [asRow('twitter', '@A')] })).toMatchObject({ contacts: [] })
  })

  test('a row with more detail is stored in addition to its field', () => {
    expect(settle({ phone_number: '+1 2', contacts: [office] })).toEqual({ phone_number: '+1 2', contacts: [office] })
  })

  test('an empty field takes the first row that is still valid', () => {
    const ended = { ...asRow('mail', 'old@a.example'), end_time: '2019' }
    const rows = [ended, asRow('mail', 'new@a.example'), asRow('website', 'not an address')]
    expect(settle({ contacts: rows })).toEqual({ mail: 'new@a.example', contacts: [ended, rows[2]] })
    expect(settle({ contacts: [office] })).toEqual({ phone_number: '+1 2', contacts: [office] })
  })

  test('clearing a field also removes its rows, and the next row fills it', () => {
    const before = { phone_number: '+1 2', contacts: [office, asRow('phone', '+1 3')] }
    expect(settle({ phone_number: null }, before)).toEqual({ phone_number: '+1 3', contacts: [] })
  })

  test('input with neither fields nor rows changes neither', () => {
    expect(settle({ name: 'A' }, { contacts: [asRow('phone', '+1')] })).toEqual({ name: 'A' })
  })

  test('settling twice changes nothing', () => {
    const once = settle({
      phone_number: null,
      contacts: [office, asRow('phone', '+1 2'), asRow('mail', 'a@a.example')],
    })
    expect(settle(once)).toEqual(once)
  })
})

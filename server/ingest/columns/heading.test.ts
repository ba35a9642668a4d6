import { expect, it } from 'vitest'
import { findHeading, isTotals } from './heading.ts'

const words = ['name', 'adresse', 'strasse', 'ort', 'land', 'geburtsdatum', 'region']
const isKnown = (cell: string) => words.includes(cell.trim().toLowerCase())
const data = [
  ['Anna Aal', 'Hauptstr. 1', 'Ulm', '12.03.1955'],
  ['Bert Bär', 'Nebenstr. 2', 'Bonn', '13.04.1960'],
]

it('is the first row if it names the columns, whether they are known or not', () => {
  expect(findHeading([['Name', 'Strasse', 'Ort', 'Geburtsdatum'], ...data], isKnown).at).toBe(0)
  expect(findHeading([['Ime', 'Ulica', 'Mesto', 'Rojen'], ...data], isKnown).at).toBe(0)
  expect(findHeading([['Name'], ['Ort'], ['Land']], isKnown).at).toBe(0)
})

it('is below titles, notes and blank rows', () => {
  const titled = [['Lieferantenliste'], ['Stand: 1.1.2024'], [], ['Name', 'Strasse', 'Ort', 'Geburtsdatum'], ...data]
  expect(findHeading(titled, isKnown)).toEqual({ at: 3, columns: ['Name', 'Strasse', 'Ort', 'Geburtsdatum'] })
  const unknown = [['Seznam'], ['Ime', 'Ulica', 'Mesto', 'Rojen'], ...data]
  expect(findHeading(unknown, isKnown).at).toBe(1)
  const wide = [['Konzern', 'Bericht', '2024', 'intern'], ['Name', 'Strasse', 'Ort', 'Geburtsdatum'], ...data]
  expect(findHeading(wide, isKnown).at).toBe(1)
})

it('consists of two rows where cells are merged', () => {
  const merged = [['Lieferanten'], ['Name', 'Adresse', '', 'Geburtsdatum'], ['', 'Strasse', 'Ort', ''], ...data]
  expect(findHeading(merged, isKnown)).toEqual({ at: 2, columns: ['Name', 'Strasse', 'Ort', 'Geburtsdatum'] })
  const twice = [
    ['Name', 'Wohnsitz', '', 'Firma', ''],
    ['', 'Ort', 'Land', 'Ort', 'Land'],
    ['A', 'b', 'c', 'd', 'e'],
  ]
  expect(findHeading(twice, isKnown).columns).toEqual([
    'Name',
    'Wohnsitz Ort',
    'Wohnsitz Land',
    'Firma Ort',
    'Firma Land',
  ])
})

it('knows a row of totals by its word and its figures', () => {
  expect(isTotals(['Summe', '', '12', '3.500,00 €'])).toBe(true)
  expect(isTotals(['', '合计', '25'])).toBe(true)
  expect(isTotals(['Total', 'France', '1924'])).toBe(false)
  expect(isTotals(['Total SE', '1924'])).toBe(false)
})

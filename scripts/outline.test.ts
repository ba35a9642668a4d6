import { expect, test } from 'vitest'
import { withOutline } from './outline.ts'

const link = (rest = '') => `<link rel="stylesheet" crossorigin href="/assets/index-1.css"${rest}>`
const read = (sheet: string) => `/* ${sheet} */ b::after{content:"$&"}`

test('the styles of the outline are in the document at the position of their sheet, before those of any page', () => {
  expect(withOutline(`<head><title>Og Group</title>${link()}</head><body></body>`, read)).toBe(
    '<head><title>Og Group</title><style>/* /assets/index-1.css */ b::after{content:"$&"}</style>' +
      `${link(' media="not all"')}</head><body></body>`,
  )
})

test('a document without a sheet stops the build', () => {
  expect(() => withOutline('<head></head><body></body>', read)).toThrow()
})

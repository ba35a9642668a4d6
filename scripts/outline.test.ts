import { expect, test } from 'vitest'
import { withOutline } from './outline.ts'

const sheet = '<link rel="stylesheet" crossorigin href="/assets/index-1.css">'

test('the outline is drawn from the document alone: its styles stand in it, and the sheet comes behind', () => {
  const document = `<html><head><title>Og Group</title>${sheet}</head><body><div id="starting"></div></body></html>`
  expect(withOutline(document, '#starting{inset:0}')).toBe(
    '<html><head><title>Og Group</title><style>#starting{inset:0}</style>' +
      '<link rel="preload" as="style" crossorigin href="/assets/index-1.css"></head>' +
      `<body><div id="starting"></div>${sheet}</body></html>`,
  )
})

test.each([['<html><head></head><body></body></html>'], [`<html><head>${sheet}</head></html>`]])(
  'a document without a sheet or a body stops the build: %s',
  document => {
    expect(() => withOutline(document, '')).toThrow()
  },
)

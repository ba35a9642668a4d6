import { expect, test } from 'vitest'
import { withOutline } from './outline.ts'

const link = '<link rel="stylesheet" crossorigin href="/assets/style-1.css">'

test('the styles of the outline are in the head, and all styles are loaded after the outline', () => {
  const document = `<head><title>Og Group</title>${link}</head><body><div id="starting"></div></body>`
  expect(withOutline(document, 'b::after{content:"$&"}')).toBe(
    '<head><title>Og Group</title><style>b::after{content:"$&"}</style></head>' +
      `<body><div id="starting"></div>${link}</body>`,
  )
})

test('a document without a sheet stops the build', () => {
  expect(() => withOutline('<head></head><body></body>', '')).toThrow()
})

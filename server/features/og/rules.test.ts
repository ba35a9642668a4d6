import { expect, test } from 'vitest'
import { createOg, updateOg } from '#contract/og.api.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()

test('rules that would take seconds to compile are refused, whatever their number, and existing ones stay', async () => {
  const editor = await app.as('editor')
  const og = await editor.get(createOg, { body: { name: 'Acme', forbidden_rules: ['re:/[^/]+/old', '/private/'] } })
  const heavy = Array.from({ length: 200 }, (_, at) => `re:(?i)${'[\\PL]'.repeat(97)}${at}`)
  const answer = await editor.call(updateOg, { body: { id: og.id, forbidden_rules: heavy } })
  expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: 'forbidden_rules.0' }] } })
  const more = await editor.get(updateOg, {
    body: { id: og.id, forbidden_rules: [...og.forbidden_rules, 're:\\.zip$'] },
  })
  expect(more.forbidden_rules).toEqual(['re:/[^/]+/old', '/private/', 're:\\.zip$'])
})

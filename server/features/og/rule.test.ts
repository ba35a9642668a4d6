import { expect, test } from 'vitest'
import { createOg, updateOg } from '#contract/og.api.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { anOg } from './factory.ts'

const test_ = useTestApp()

test.each(['re:(?=a)b', 're:(?<!a)b', 're:(a)\\1', 're:(', 're:', 're:a{1001}', 're:.{1000}.{1000}.{1000}'])(
  'the forbidden rule %s is refused at its field',
  async rule => {
    const editor = await test_.as('editor')
    const body = { name: 'Rules', forbidden_rules: ['/private/*', rule] }
    const answer = await editor.call(createOg, { body })
    expect(answer.status).toBe(422)
    expect(answer.body.errors?.map(({ path }) => path)).toEqual(['forbidden_rules.1'])
  },
)

test('globs and linear-time expressions are saved; a rule saved before this check does not block other changes', async () => {
  const editor = await test_.as('editor')
  const rules = ['/private/*', '*.zip', 're:(?i)/draft\\d+', 're:(a+)+$', 're:/a\\(?=b']
  const og = await editor.get(createOg, { body: { name: 'Rules', forbidden_rules: rules } })
  expect(og.forbidden_rules).toEqual(rules)
  const old = await anOg(test_.ctx, { forbidden_rules: ['re:a{1001}'] })
  const changed = await editor.get(updateOg, {
    body: { id: old.id, rev: old.rev, forbidden_rules: ['re:a{1001}', '/new/*'] },
  })
  expect(changed.forbidden_rules).toHaveLength(2)
})

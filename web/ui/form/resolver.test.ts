import { expect, test } from 'vitest'
import { NewOg } from '#contract/og.api.ts'
import { contractResolver } from './use-record-form.ts'

const judge = async (custom: object) => {
  const options = { fields: {}, shouldUseNativeValidation: false }
  return Object.keys((await contractResolver(NewOg)({ name: '姜𤨒姬', custom }, undefined, options)).errors)
}

test('a custom field without a value does not block others, one with a wrong value does', async () => {
  expect(await judge({ f1: undefined, f2: 'as it is', f3: null })).toEqual([])
  expect(await judge({ f1: undefined, f2: { no: 'value' } })).toEqual(['custom'])
})

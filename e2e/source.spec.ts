import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './journey.ts'

test('who says so is one press away: a source is named, another differs, the other value is taken, a source is withdrawn', async ({
  page,
  url,
  member,
  enter,
  ask,
}) => {
  const editor = await member('editor')
  const mark = Date.now().toString(36)
  const og = await ask<{ id: number }>(editor, 'POST', '/v1/og', { name: `Sourced ${mark}`, scale: '500' })
  const source = (name: string) => ask<{ id: number }>(editor, 'POST', '/v1/source', { name: `${name} ${mark}` })
  await source('Register')
  const paper = await source('Paper')

  await test.step('a source is named for a value, with the words it rests on', async () => {
    await enter(page, editor, `/og/${og.id}`, 'en-US')
    await page.getByRole('button', { name: 'Scale: no source named' }).click()
    const card = page.getByRole('dialog')
    await card.getByRole('combobox', { name: 'Source' }).fill(`Register ${mark}`)
    await page
      .locator('.ant-select-item-option', { hasText: `Register ${mark}` })
      .first()
      .click()
    await card.getByLabel('Address of the evidence').fill('https://register.example/7')
    await card.getByLabel('Words quoted').fill('about 500 people')
    await card.getByRole('button', { name: 'Add the source' }).click()
    await expect(card.getByText('about 500 people')).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(node => node.html)])).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Scale: 1 origin' })).toBeFocused()
  })

  await test.step('a source that says otherwise changes nothing until somebody takes its value', async () => {
    const values = { scale: '900' }
    const said = { source_id: paper.id }
    await ask(editor, 'POST', '/v1/claim', { noun: 'og', record_id: og.id, values, said, is_shown: false })
    await page.goto(`${url}/og/${og.id}`)
    await page.getByRole('button', { name: 'Scale: sources differ' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Use this value' }).click()
    await expect(page.getByRole('complementary').getByText('900')).toBeVisible()
  })

  await test.step('what a withdrawn source said supports nothing', async () => {
    await page.goto(`${url}/admin/source/${paper.id}`)
    await page.getByRole('button', { name: 'Withdraw this source' }).click()
    await page.getByLabel('Reason').fill('It was made up')
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw this source' }).click()
    await expect(page.getByRole('alert').getByText('It was made up')).toBeVisible()
    const { facts } = await ask<{ facts: { field: string; state: string; origins: number }[] }>(
      editor,
      'GET',
      `/v1/claim?noun=og&record_id=${og.id}`,
    )
    expect(facts).toEqual([{ field: 'scale', state: 'disputed', origins: 0 }])
  })
})

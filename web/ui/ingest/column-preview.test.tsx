import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { UnreadableColumn } from '#contract/list-mapping.ts'
import { setLocale } from '#web/platform/locale.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { ColumnPreview, UnreadValues } from './column-preview.tsx'
import { ColumnTable } from './column-table.tsx'

beforeEach(() => setLocale('en-US'))
afterEach(cleanup)

const nothing = { count: 0, values: [] }
const seen = (over: Partial<UnreadableColumn>): UnreadableColumn => ({
  ...{ heading: 'Type', filled: 9, birth_date: nothing, country: nothing, kind: nothing },
  dates: { dmy: 0, mdy: 0, open: 0 },
  ...over,
})

it('counts the words of a column that cannot be read, and gives them a meaning', async () => {
  const onChange = vi.fn()
  const kind = {
    count: 5,
    values: [
      { value: 'Mensch', count: 3 },
      { value: 'Tier', count: 2 },
    ],
  }
  const props = { means: 'kind', fate: 'skip', order: null, onChange } as const
  await renderPage(<ColumnPreview {...props} seen={seen({ kind })} meanings={{ Tier: 'organisation' }} />)
  screen.getByText('3 values cannot be read and are not compared: “Mensch”')
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Meaning of “Mensch”' }))
  fireEvent.click(await screen.findByTitle('Person'))
  expect(onChange).toHaveBeenCalledWith({ meanings: { Tier: 'organisation', Mensch: 'person' } })
})

it('offers a choice of date order only if the values of the column do not show it', async () => {
  const onChange = vi.fn()
  const birth_date = { count: 4, values: [] }
  const props = { means: 'birth_date', fate: 'note', meanings: {}, onChange } as const
  const open = seen({ heading: 'Born', birth_date, dates: { dmy: 0, mdy: 0, open: 4 } })
  await renderPage(<ColumnPreview {...props} seen={open} order={null} />)
  fireEvent.click(within(screen.getByRole('radiogroup', { name: 'Born: Date order' })).getByText('day / month / year'))
  expect(onChange).toHaveBeenCalledWith({ order: 'dmy' })
  cleanup()
  await renderPage(<ColumnPreview {...props} seen={open} order="dmy" />)
  screen.getByText('All 9 values can be read')
  cleanup()
  await renderPage(<ColumnPreview {...props} seen={seen({ dates: { dmy: 1, mdy: 0, open: 4 } })} order={null} />)
  expect(screen.queryByRole('radiogroup')).toBeNull()
})

it('names the columns that hold something and have no field', async () => {
  const onChange = vi.fn()
  const fields = [
    { value: 'name', label: 'Full name' },
    { value: 'alias', label: 'Alias' },
  ]
  await renderPage(
    <ColumnTable
      columns={['Name', '', 'Empty']}
      rows={[
        ['Ann', '7', ''],
        ['Bob', '', ''],
      ]}
      fields={fields}
      fieldOf={at => (at === 0 ? 'name' : null)}
      onChange={onChange}
    />,
  )
  screen.getByText('1 column is not used: #2')
  screen.getByRole('row', { name: /Name Ann · Bob/ })
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '#2: Field' }))
  fireEvent.click(await screen.findByTitle('Alias'))
  expect(onChange).toHaveBeenCalledWith(1, 'alias')
})

it('shows the values that a loaded file left unread', async () => {
  const columns = [{ heading: 'Born', count: 12, examples: ['spring', '31/31/1999'] }]
  await renderPage(<UnreadValues columns={columns} fate="note" />)
  screen.getByText('Column “Born”: 12 values could not be read and are kept as notes: “spring”, “31/31/1999”')
})

import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { PartialDate, Required, Text } from '#contract/wire.ts'
import { ApiError } from '#web/platform/api.ts'
import { setLocale } from '#web/platform/locale.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { FormDrawer } from './form-drawer.tsx'
import { LinesField, NumberField, PartialDateField, TextField } from './text-field.tsx'
import { useRecordForm } from './use-record-form.ts'

const Thing = z.strictObject({
  name: Required(20),
  scale: z.nullable(Text(20)),
  weight: z.int().check(z.minimum(0), z.maximum(100)),
  since: z.nullable(PartialDate),
  aliases: z.array(Required(5)),
})
type Thing = z.output<typeof Thing> & { rev: number }

const fields = ['name', 'scale', 'weight', 'since', 'aliases']
const initial = { name: '', scale: null, weight: 0, since: null, aliases: [] }
const present: Thing = { rev: 4, name: 'Alpha', scale: 'small', weight: 5, since: '1958', aliases: [] }

const save = vi.fn<(values: Record<string, unknown>, rev: number | undefined) => Promise<Thing>>()
const onSaved = vi.fn()
const onClose = vi.fn()

const formatters = Object.fromEntries(
  fields.map(field => [field, { label: field, show: (value: unknown) => String(value) }]),
)

function ThingForm({ record }: { record?: Thing }) {
  const state = useRecordForm<Thing>({ schema: Thing, fields, record, initial, save, onSaved })
  return (
    <FormDrawer title="Thing" state={state} formatters={formatters} onClose={onClose}>
      <TextField name="name" label="Name" isRequired isNullable={false} />
      <TextField name="scale" label="Scale" />
      <NumberField name="weight" label="Weight" min={0} max={100} />
      <PartialDateField name="since" label="Since" />
      <LinesField name="aliases" label="Aliases" />
    </FormDrawer>
  )
}

function fault(status: number, rest: { errors?: { path: string; message: string }[]; data?: unknown } = {}) {
  return new ApiError({ status, code: status, message: `server says ${status}`, errors: [], ...rest })
}

const box = (label: string) => screen.getByLabelText(new RegExp(`^${label}`)) as HTMLInputElement
const type = (label: string, value: string) => fireEvent.change(box(label), { target: { value } })
/** A button that was just busy still has its spinner's name before its own. */
const button = (name: string) => screen.getByRole('button', { name: new RegExp(`^(loading )?${name}$`) })
const press = (name: string) => act(async () => void fireEvent.click(button(name)))

const consoleError = vi.spyOn(console, 'error')

beforeEach(() => {
  setLocale('en-US')
  vi.clearAllMocks()
  save.mockImplementation(async values => ({ ...present, ...values, rev: 5 }) as Thing)
})
afterEach(() => {
  cleanup()
  expect(consoleError).not.toHaveBeenCalled()
})

describe('a form with the contract’s validation', () => {
  it('shows the contract’s messages, focuses the first error and sends nothing', async () => {
    await renderPage(<ThingForm />)
    type('Weight', '500')
    type('Since', 'last year')
    await press('Save')
    expect(await screen.findByText('This cannot be empty')).toBeTruthy()
    expect(screen.getByText('It cannot be more than 100')).toBeTruthy()
    expect(screen.getByText(/not a valid date/)).toBeTruthy()
    expect(document.activeElement).toBe(box('Name'))
    expect(box('Name').getAttribute('aria-invalid')).toBe('true')
    expect(save).not.toHaveBeenCalled()
  })

  it('names the invalid line of a list', async () => {
    await renderPage(<ThingForm />)
    type('Name', 'Beta')
    type('Aliases', 'ok\n\nmuch too long')
    await press('Save')
    expect(await screen.findByText('Line 2: At most 5 characters are allowed')).toBeTruthy()
  })

  it('sends all of a new record once, however often the button is pressed', async () => {
    let finish: (thing: Thing) => void = () => undefined
    save.mockImplementation(() => new Promise(resolve => (finish = resolve)))
    await renderPage(<ThingForm />)
    type('Name', ' Beta ')
    type('Since', '1958年1月')
    type('Aliases', 'a\n\nb')
    const twice = button('Save')
    await act(async () => {
      fireEvent.click(twice)
      fireEvent.click(twice)
    })
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
    expect(save.mock.calls[0]).toEqual([
      { name: 'Beta', scale: null, weight: 0, since: '1958-01', aliases: ['a', 'b'] },
      undefined,
    ])
    await act(async () => finish({ ...present, rev: 1 }))
    expect(onSaved).toHaveBeenCalledTimes(1)
  })

  it('sends only changed values, with the revision that was seen', async () => {
    await renderPage(<ThingForm record={present} />)
    type('Scale', '')
    await press('Save')
    await waitFor(() => expect(save).toHaveBeenCalledWith({ scale: null }, 4))
  })

  it('sends no request without a change', async () => {
    await renderPage(<ThingForm record={present} />)
    await press('Save')
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith(present))
    expect(save).not.toHaveBeenCalled()
  })
})

describe('a save that fails', () => {
  it('puts the server’s messages at their fields and keeps the input', async () => {
    save.mockRejectedValueOnce(fault(422, { errors: [{ path: 'scale', message: 'There is no such scale' }] }))
    await renderPage(<ThingForm record={present} />)
    type('Scale', 'huge')
    await press('Save')
    expect(await screen.findByText('There is no such scale')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(box('Scale')))
    expect(box('Scale').value).toBe('huge')
    type('Scale', 'large')
    await press('Save')
    await waitFor(() => expect(save).toHaveBeenLastCalledWith({ scale: 'large' }, 4))
  })

  it.each([
    [0, /could not be reached/],
    [401, /Your session has ended/],
    [404, /no longer exists/],
    [500, /server says 500/],
  ])('with status %i shows a message above the fields and loses nothing', async (status, text) => {
    save.mockRejectedValueOnce(fault(status))
    await renderPage(<ThingForm record={present} />)
    type('Name', 'Typed')
    await press('Save')
    expect(await screen.findByText(text)).toBeTruthy()
    expect(box('Name').value).toBe('Typed')
    await press('Save')
    await waitFor(() => expect(onSaved).toHaveBeenCalled())
  })
})

describe('a stale save', () => {
  const theirs: Thing = { ...present, rev: 9, name: 'Theirs', weight: 7 }

  async function comparison() {
    save.mockRejectedValueOnce(fault(409, { data: theirs }))
    await renderPage(<ThingForm record={present} />)
    type('Name', 'Mine')
    type('Scale', 'large')
    await press('Save')
    return within(await screen.findByRole('table'))
  }

  it('opens a comparison, requires a choice where both changed a field, and saves it on the new revision', async () => {
    const table = await comparison()
    const chosen = table.getAllByRole('radio', { checked: true }).map(radio => radio.parentElement?.textContent)
    expect(chosen).toEqual(['scale · Mine:large', 'weight · Theirs:7'])
    await press('Save my choices')
    expect(save).toHaveBeenCalledTimes(1)
    expect(table.getByText('Choose one')).toBeTruthy()
    fireEvent.click(table.getByRole('radio', { name: /name · Mine/ }))
    await press('Save my choices')
    await waitFor(() => expect(save).toHaveBeenLastCalledWith({ name: 'Mine', scale: 'large' }, 9))
    expect(onSaved).toHaveBeenCalledTimes(1)
  })

  it('compares again if the record has changed again meanwhile', async () => {
    const table = await comparison()
    fireEvent.click(table.getByRole('radio', { name: /name · Mine/ }))
    save.mockRejectedValueOnce(fault(409, { data: { ...theirs, rev: 12, scale: 'tiny' } }))
    await press('Save my choices')
    const again = within(await screen.findByRole('table'))
    await waitFor(() => expect(again.getByText('tiny')).toBeTruthy())
    fireEvent.click(again.getByRole('radio', { name: /scale · Mine/ }))
    await press('Save my choices')
    await waitFor(() => expect(save).toHaveBeenLastCalledWith({ name: 'Mine', scale: 'large' }, 12))
  })

  it('returns to the form with the whole input', async () => {
    await comparison()
    await press('Back to editing')
    expect(box('Name').value).toBe('Mine')
    expect(box('Scale').value).toBe('large')
    expect(onSaved).not.toHaveBeenCalled()
  })

  it('needs no comparison if both saved the same values', async () => {
    save.mockRejectedValueOnce(fault(409, { data: { ...present, rev: 9, name: 'Same' } }))
    await renderPage(<ThingForm record={present} />)
    type('Name', 'Same')
    await press('Save')
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith({ ...present, rev: 9, name: 'Same' }))
    expect(save).toHaveBeenCalledTimes(1)
  })
})

describe('closing', () => {
  it('requires a confirmation if changes would be lost, and stays on request', async () => {
    await renderPage(<ThingForm record={present} />)
    type('Name', 'Typed')
    await press('Cancel')
    expect(await screen.findByText('If you close, your entries will be lost.')).toBeTruthy()
    await press('Keep editing')
    expect(onClose).not.toHaveBeenCalled()
    expect(box('Name').value).toBe('Typed')
  })

  it('discards the input only after a confirmation', async () => {
    await renderPage(<ThingForm record={present} />)
    type('Name', 'Typed')
    await press('Cancel')
    await screen.findByText('If you close, your entries will be lost.')
    await press('Discard changes')
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  })

  it('needs no confirmation without changes, or after they were reverted', async () => {
    await renderPage(<ThingForm record={present} />)
    type('Name', 'Typed')
    type('Name', 'Alpha')
    await press('Cancel')
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  })
})

import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { findPagePhrase } from '#contract/page-phrase.api.ts'
import { FakeFailure } from '#web/testing/fake-api.ts'
import { preparePage } from '#web/testing/page-test.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import PhraseDialog from './phrase-dialog.tsx'

const page = preparePage(() => undefined)
const span = (is_present: boolean, id: number, from: string, to: string, isArchived = false) => ({
  ...{ is_present, versions: 1, first_version: id, last_version: id, from: `${from}T04:00:00.000Z` },
  ...{ to: `${to}T04:00:00.000Z`, is_from_archive: isArchived, is_to_archive: isArchived },
})
const rest = { searched: 3, untried: 0, unusable: 0 }

it('states when words were present and absent, never that they were deleted, and shows a version', async () => {
  page.api.on(findPagePhrase, () => ({
    ...{ ...rest, untried: 2, unusable: 1 },
    spans: [
      span(false, 1, '2008-05-01', '2009-02-01', true),
      span(true, 2, '2019-03-03', '2020-03-03'),
      span(false, 3, '2020-09-09', '2026-01-01'),
    ],
  }))
  const onShow = vi.fn()
  await renderPage(<PhraseDialog pageId={7} words="Ada Byron" onShow={onShow} onClose={() => undefined} />)
  await screen.findByText('2009-02-01 时没有，2019-03-03 时有。')
  screen.getByText('2020-03-03 时有，2020-09-09 时没有。')
  screen.getByText('两次之间发生了什么，版本不能说明。')
  screen.getByText('另有 2 个较早的版本未查。')
  screen.getByText(/1 个版本是错误页/)
  expect(screen.queryByText(/删除/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /2019-03-03 至 2020-03-03/ }))
  expect(onShow).toHaveBeenCalledWith(2)
  expect(page.api.requests(findPagePhrase)[0]).toMatchObject({ params: { id: '7' }, body: { words: 'Ada Byron' } })
})

it('searches typed words, and reports words that were never there and a failure', async () => {
  page.api.on(findPagePhrase, ({ body }) => {
    if ((body as { words: string }).words === 'fails') throw new FakeFailure('not_found')
    return { ...rest, spans: [span(false, 1, '2008-05-01', '2009-02-01')] }
  })
  await renderPage(<PhraseDialog pageId={7} words="" onShow={() => undefined} onClose={() => undefined} />)
  expect(page.api.requests(findPagePhrase)).toEqual([])
  const search = async (words: string) => {
    fireEvent.change(screen.getByRole('searchbox', { name: '文字' }), { target: { value: words } })
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: /查.?找/ })))
  }
  await search('wood')
  await screen.findByText('已查的版本中都没有。')
  await search('fails')
  await screen.findByRole('alert')
})

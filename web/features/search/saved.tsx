import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Form, Input, Modal } from 'antd'
import { Bell, BellOff, Bookmark, Rss, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  createSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  type SavedSearch,
  updateSavedSearch,
} from '#contract/search.api.ts'
import { cutText } from '#contract/text.ts'
import { SavedCoverageLine } from '#web/features/coverage/coverage.tsx'
import { FeedDialog, feedMessages } from '#web/features/feed/feed.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { PageLink } from '#web/platform/page.tsx'
import { endpointQuery, errorText, refresh } from '#web/platform/query.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { searchMessages } from './messages.ts'
import css from './search.module.css'
import { type PaletteQuery, savedQueryOf } from './search-query.ts'

/** Saves the query of the address under a name. */
export function SaveSearch({ query }: { query: PaletteQuery }) {
  const t = useT(searchMessages)
  const [isOpen, setIsOpen] = useState(false)
  const [name, setName] = useState('')
  const [isNotifying, setIsNotifying] = useState(true)
  const save = useMutation({
    mutationFn: () =>
      call(createSavedSearch, { body: { name: name.trim(), query: savedQueryOf(query), is_notifying: isNotifying } }),
    onSuccess: async saved => {
      setIsOpen(false)
      notifySuccess(t('savedNamed', { name: saved.name }))
      await refresh('search')
    },
  })
  return (
    <>
      <Button
        size="large"
        icon={<Bookmark size={16} />}
        onClick={() => {
          save.reset()
          setName(cutText(query.keyword, 60))
          setIsOpen(true)
        }}
      >
        {t('save')}
      </Button>
      <Modal
        open={isOpen}
        title={t('saveTitle')}
        okText={t('ok')}
        cancelText={t('cancel')}
        confirmLoading={save.isPending}
        okButtonProps={{ disabled: name.trim() === '' }}
        onOk={() => save.mutate()}
        onCancel={() => setIsOpen(false)}
        destroyOnHidden
      >
        <Form layout="vertical">
          <Form.Item
            label={t('name')}
            htmlFor="saved-search-name"
            validateStatus={save.error ? 'error' : ''}
            help={save.error ? errorText(save.error) : undefined}
          >
            <Input
              id="saved-search-name"
              autoFocus
              maxLength={60}
              value={name}
              onChange={event => setName(event.target.value)}
            />
          </Form.Item>
          <Checkbox checked={isNotifying} onChange={event => setIsNotifying(event.target.checked)}>
            {t('notify')}
          </Checkbox>
        </Form>
      </Modal>
    </>
  )
}

/** The user's saved searches, with the number of new results. */
export function SavedSearches() {
  const t = useT(searchMessages)
  const { data } = useQuery({ ...endpointQuery(listSavedSearches, {}) })
  if (!data) return null
  return (
    <section className={`${css.facet} ${css.savedFacet}`}>
      <h2 className="below-2 small quiet">{t('saved')}</h2>
      {data.items.length === 0 && <p className="small quiet">{t('noneSaved')}</p>}
      <ul>
        {data.items.map(saved => (
          <SavedRow key={saved.id} saved={saved} />
        ))}
      </ul>
      {data.items.length > 0 && <SavedCoverageLine failed={data.items.filter(({ is_failed }) => is_failed).length} />}
    </section>
  )
}

function SavedRow({ saved }: { saved: SavedSearch }) {
  const t = useT(searchMessages)
  const tFeed = useT(feedMessages)
  const [isFeedOpen, setIsFeedOpen] = useState(false)
  const { id, name, query, fresh, is_notifying: isNotifying } = saved
  const params = { id: String(id) }
  const change = useMutation({
    mutationFn: (body: { is_notifying?: boolean; is_seen?: true }) => call(updateSavedSearch, { params, body }),
    onSuccess: () => refresh('search'),
  })
  const remove = useMutation({
    mutationFn: () => call(deleteSavedSearch, { params }),
    onSuccess: async () => {
      notifySuccess(t('deletedNamed', { name }))
      await refresh('search')
    },
  })
  const Toggle = isNotifying ? Bell : BellOff
  const toggleLabel = t(isNotifying ? 'turnOff' : 'turnOn', { name })
  return (
    <li className="row gap-2">
      <PageLink
        className="grow ellipsis"
        to="search"
        search={query}
        title={query.keyword}
        onClick={() => fresh > 0 && change.mutate({ is_seen: true })}
      >
        {name}
      </PageLink>
      {fresh > 0 && (
        <span className={css.fresh} title={t('fresh', { count: fresh })}>
          {fresh}
        </span>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={`${tFeed('follow')}: ${name}`}
        title={tFeed('follow')}
        onClick={() => setIsFeedOpen(true)}
      >
        <Rss size={14} aria-hidden />
      </button>
      <LazyDialog>
        {isFeedOpen && <FeedDialog kind="search" subjectId={id} name={name} onClose={() => setIsFeedOpen(false)} />}
      </LazyDialog>
      <button
        type="button"
        className="icon-button"
        aria-label={toggleLabel}
        title={toggleLabel}
        aria-pressed={isNotifying}
        onClick={() => change.mutate({ is_notifying: !isNotifying })}
      >
        <Toggle size={14} aria-hidden />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={t('deleteNamed', { name })}
        title={t('deleteNamed', { name })}
        onClick={() => remove.mutate()}
      >
        <Trash2 size={14} aria-hidden />
      </button>
    </li>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useEffect, useId, useState } from 'react'
import { clipPage, listClipSites } from '#contract/clip.api.ts'
import type { Reply } from '#contract/endpoint.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { endpointQuery, errorText, refresh } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { PageFrame } from '#web/ui/frame/page-frame.tsx'
import { pageOf, readyMark } from './bookmark.ts'
import { BookmarkButton } from './bookmark-button.tsx'
import css from './clip.module.css'
import type { CollectedPage } from './collect.ts'
import { clipMessages } from './messages.ts'

type Stored = Reply<typeof clipPage>

/**
 * `/clip`: receives a page from the bookmark in another window and stores it when the user confirms: any site may open
 * this window and send a page.
 */
export default function ClipPage() {
  const t = useT(clipMessages)
  const [page, setPage] = useState<CollectedPage | null>(null)
  useEffect(() => {
    const opener = window.opener as Window | null
    const receive = (event: MessageEvent<unknown>) => {
      if (event.source !== opener) return
      const received = pageOf(event.data)
      if (received) setPage(before => before ?? received)
    }
    window.addEventListener('message', receive)
    // The mark holds nothing, so any site may receive it.
    opener?.postMessage(readyMark, '*')
    return () => window.removeEventListener('message', receive)
  }, [])
  return (
    <PageFrame title={t('title')} text={t('text')}>
      {page ? <Clip page={page} /> : <Waiting />}
    </PageFrame>
  )
}

function Waiting() {
  const t = useT(clipMessages)
  return (
    <div className={`panel ${css.panel}`}>
      {window.opener ? <p role="status">{t('waiting', { name: t('bookmark') })}</p> : <p>{t('install')}</p>}
      {!window.opener && <BookmarkButton />}
    </div>
  )
}

function Clip({ page }: { page: CollectedPage }) {
  const t = useT(clipMessages)
  const id = useId()
  const sites = useQuery(endpointQuery(listClipSites, { query: { url: page.url } }))
  const [chosen, setChosen] = useState<number>()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [stored, setStored] = useState<Stored>()
  const ogs = sites.data?.items ?? []
  const ogId = chosen ?? ogs[0]?.id
  async function store() {
    if (ogId === undefined || isBusy) return
    setIsBusy(true)
    setFailure('')
    try {
      setStored(await call(clipPage, { body: { og_id: ogId, url: page.url, html: page.html } }))
      await refresh('og', 'page')
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className={`panel stack gap-4 ${css.panel}`}>
      <h2 className="break">{page.title || page.url}</h2>
      <dl className={css.facts}>
        <dt>{t('address')}</dt>
        <dd className="break mono small">{page.url}</dd>
        <dt>{t('size')}</dt>
        <dd>{t('sizeOf', { count: page.html.length.toLocaleString() })}</dd>
        {page.selection !== '' && (
          <>
            <dt>{t('selection')}</dt>
            <dd className={css.selection}>{page.selection}</dd>
          </>
        )}
        {ogs.length > 0 && (
          <>
            <dt>
              <label htmlFor={id}>{t('og')}</label>
            </dt>
            <dd>
              {ogs.length === 1 ? (
                ogs[0]?.name
              ) : (
                <Select
                  id={id}
                  className={css.choice}
                  value={ogId}
                  onChange={setChosen}
                  options={ogs.map(og => ({ value: og.id, label: og.name }))}
                />
              )}
            </dd>
          </>
        )}
      </dl>
      {page.unread > 0 && <p className="small quiet">{t('unread', { count: String(page.unread) })}</p>}
      {sites.isError && (
        <Failure onRetry={() => void sites.refetch()} isRetrying={sites.isFetching}>
          {errorText(sites.error)}
        </Failure>
      )}
      {sites.data && ogs.length === 0 && <p>{t('noOg', { host: URL.parse(page.url)?.hostname ?? page.url })}</p>}
      {failure && <Failure>{failure}</Failure>}
      {stored ? (
        <Outcome stored={stored} />
      ) : (
        <div>
          <Button type="primary" loading={isBusy} disabled={ogId === undefined} onClick={() => void store()}>
            {t('store')}
          </Button>
        </div>
      )}
    </div>
  )
}

const reasons = ['out_of_scope', 'refused_rule', 'challenge', 'status'] as const
type Reason = (typeof reasons)[number]

function reasonOf(outcome: Stored['outcome']): Reason | 'clipTooLarge' | 'unreadable' {
  if (outcome === 'too_large') return 'clipTooLarge'
  return (reasons as readonly string[]).includes(outcome) ? (outcome as Reason) : 'unreadable'
}

function Outcome({ stored: { outcome, page_id, version_id, before_id } }: { stored: Stored }) {
  const t = useT(clipMessages)
  if (page_id === null || version_id === null) return <p role="status">{t('refused', { why: t(reasonOf(outcome)) })}</p>
  const added = before_id === null ? `${t('added')} ${t('first')}` : t('added')
  return (
    <div className="stack gap-3">
      <p role="status">{outcome === 'added' ? added : t('same')}</p>
      <div className="row wrap gap-5">
        {outcome === 'added' && before_id !== null && (
          <PageLink
            to="admin_page"
            params={{ id: page_id }}
            search={{ tab: 'compare', version: version_id, from: before_id, to: version_id }}
          >
            {t('compare')}
          </PageLink>
        )}
        <PageLink to="admin_page" params={{ id: page_id }} search={{ tab: 'text', version: version_id }}>
          {t('show')}
        </PageLink>
      </div>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Button, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { listMailMessages, type Mailbox, type MailMessage, type MailState, mailStates } from '#contract/mailbox.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useIsNarrow } from '#web/platform/media.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { PageLink, usePage } from '#web/platform/page.tsx'
import { endpointQuery, errorText, showError } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { type RowColumn, RowTable } from '#web/ui/table/row-table.tsx'
import css from './mailbox.module.css'
import { takeMessage } from './mailbox.ts'
import { mailboxMessages, reasonMessages, stateMessages } from './messages.ts'

const pageSize = 20
const undecided: MailState[] = ['refused', 'failed', 'wanted']

/** The messages of a mailbox; first those that a person may have to decide. */
export function MessageList({ mailbox }: { mailbox: Mailbox }) {
  const t = useT(mailboxMessages)
  const stateName = useT(stateMessages)
  const { isActive } = usePage()
  const isNarrow = useIsNarrow()
  const [chosen, setChosen] = useState<MailState | 'open' | 'all'>('open')
  const [current, setCurrent] = useState(1)
  const state = chosen === 'all' ? undefined : chosen === 'open' ? undecided : [chosen]
  const { data, error, refetch } = useQuery({
    ...endpointQuery(listMailMessages, {
      params: { id: mailbox.id },
      query: { current, pageSize, ...(state && { state }) },
    }),
    refetchInterval: isActive ? 5_000 : false,
    placeholderData: before => before,
    meta: { quiet: true },
  })
  async function take(message: MailMessage) {
    try {
      await takeMessage(mailbox.id, message.id)
      notifySuccess(t('taken'))
    } catch (failure) {
      showError(failure)
    }
  }
  const columns: RowColumn<MailMessage>[] = [
    { id: 'at', title: t('received'), cell: row => formatInstant(row.sent_at ?? row.at), width: 148 },
    {
      id: 'from',
      title: t('from'),
      cell: row => (
        <div>
          <div className="break">{row.from_address || '–'}</div>
          <div className="small faint break">{row.subject || t('noSubject')}</div>
        </div>
      ),
    },
    { id: 'result', title: t('result'), cell: row => <Outcome message={row} />, width: 240 },
    {
      id: 'acts',
      title: '',
      width: 104,
      cell: row =>
        row.state === 'refused' || row.state === 'failed' ? (
          <Button
            size="small"
            aria-label={t('takeNamed', { name: row.subject || row.from_address })}
            onClick={() => void take(row)}
          >
            {row.state === 'refused' ? t('take') : t('takeAgain')}
          </Button>
        ) : row.upload_id === null ? null : (
          <PageLink to="upload" search={{ id: row.upload_id }}>
            {t('toUpload')}
          </PageLink>
        ),
    },
  ]
  return (
    <div className={css.log}>
      <div className="row wrap spread gap-3 below-2">
        <h3>{t('messages')}</h3>
        <Select
          size="small"
          className={css.states}
          aria-label={t('filter')}
          value={chosen}
          options={[
            { value: 'open' as const, label: t('open') },
            { value: 'all' as const, label: t('all') },
            ...mailStates.map(value => ({ value, label: stateName(value) })),
          ]}
          onChange={next => {
            setChosen(next)
            setCurrent(1)
          }}
        />
      </div>
      {error && !data && <Failure onRetry={() => void refetch()}>{errorText(error)}</Failure>}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {data && (
        <RowTable
          columns={columns}
          rows={data.items}
          rowId={row => row.id}
          pages={{ current, pageSize, total: data.total, onChange: setCurrent }}
          empty={t('noMessages')}
          isWide={isNarrow}
        />
      )}
    </div>
  )
}

function Outcome({ message }: { message: MailMessage }) {
  const t = useT(mailboxMessages)
  const stateName = useT(stateMessages)
  const reasonOf = useT(reasonMessages)
  const { state, reason, detail, tries } = message
  const isOpen = state === 'refused' || state === 'failed'
  const more = [
    isOpen && reason !== 'not_listed' && reason !== 'too_large' && detail,
    tries > 1 && t('tries', { count: String(tries) }),
  ]
  return (
    <div>
      <div>{isOpen && reason ? `${stateName(state)} · ${reasonOf(reason)}` : stateName(state)}</div>
      {more.some(Boolean) && <div className="small faint break">{more.filter(Boolean).join(' · ')}</div>}
    </div>
  )
}

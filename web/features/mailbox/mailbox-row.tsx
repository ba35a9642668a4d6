import { Button } from 'antd'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Mailbox, type MailboxFailure, mailStates } from '#contract/mailbox.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useModal } from '#web/platform/modal.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { showError } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { useVisibleUsers } from '#web/ui/picker/visible-users.ts'
import css from './mailbox.module.css'
import { fetchNow, removeMailbox, tryMailbox } from './mailbox.ts'
import { MessageList } from './message-list.tsx'
import { failureMessages, mailboxMessages, stateMessages } from './messages.ts'

/** One mailbox: its state, counts and acts, and its messages on request. */
export function MailboxRow({ mailbox, onEdit }: { mailbox: Mailbox; onEdit: () => void }) {
  const t = useT(mailboxMessages)
  const stateName = useT(stateMessages)
  const { nameOf } = useVisibleUsers()
  const modal = useModal()
  const [busy, setBusy] = useState<'test' | 'fetch' | null>(null)
  const [tested, setTested] = useState<Awaited<ReturnType<typeof tryMailbox>>>()
  const [isOpen, setOpen] = useState(false)
  const { id, name, owner, counts, fetched_at: fetchedAt, run_at: runAt } = mailbox

  async function act(kind: 'test' | 'fetch', work: () => Promise<void>) {
    setBusy(kind)
    try {
      await work()
    } catch (error) {
      showError(error)
    } finally {
      setBusy(null)
    }
  }

  async function remove() {
    const isSure = await modal.confirm({
      title: t('deleteTitle', { name }),
      content: t('deleteText'),
      okText: t('delete'),
      okButtonProps: { danger: true },
      cancelText: t('cancel'),
    })
    if (!isSure) return
    try {
      await removeMailbox(id)
      notifySuccess(t('deletedNamed', { name }))
    } catch (error) {
      showError(error)
    }
  }

  return (
    <li className={css.mailbox}>
      <div className="row wrap gap-4">
        <div className={css.text}>
          <h2 className="row wrap gap-3">
            {name} <StateTag mailbox={mailbox} />
          </h2>
          <p className="small quiet">{t('server', { ...mailbox, port: String(mailbox.port) })}</p>
          <p className="small faint">
            {[
              fetchedAt !== null && t('lastFetched', { at: formatInstant(fetchedAt) }),
              runAt !== null && runAt !== fetchedAt && t('lastRun', { at: formatInstant(runAt) }),
              owner !== null && t('ownedBy', { name: nameOf(owner) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <div className="row wrap gap-3">
          <Button
            loading={busy === 'fetch'}
            disabled={!mailbox.is_active}
            onClick={() =>
              void act('fetch', async () => {
                await fetchNow(id)
                notifySuccess(t('fetchQueued'))
              })
            }
          >
            {t('fetchNow')}
          </Button>
          <Button
            loading={busy === 'test'}
            onClick={() => void act('test', async () => setTested(await tryMailbox(id)))}
          >
            {t('test')}
          </Button>
          <Button
            icon={<Pencil size={16} aria-hidden />}
            aria-label={t('editNamed', { name })}
            title={t('edit')}
            onClick={onEdit}
          />
          <Button
            icon={<Trash2 size={16} aria-hidden />}
            aria-label={t('deleteNamed', { name })}
            title={t('delete')}
            onClick={() => void remove()}
          />
        </div>
      </div>
      <Faults mailbox={mailbox} />
      {tested?.failure && <TestFailure failure={tested.failure} detail={tested.detail} />}
      {tested && !tested.failure && (
        <p className={css.ok} role="status">
          {t('testOk', { count: tested.messages ?? 0 })}
        </p>
      )}
      <div className="row wrap spread gap-3">
        <ul className={css.counts}>
          {mailStates
            .filter(state => state === 'stored' || counts[state] > 0)
            .map(state => (
              <li key={state} className={state === 'failed' && counts.failed > 0 ? 'danger' : 'quiet'}>
                {stateName(state)} {counts[state]}
              </li>
            ))}
        </ul>
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-label={t('messagesNamed', { name })}
          onClick={() => setOpen(!isOpen)}
        >
          {t('messages')}
        </Button>
      </div>
      {isOpen && <MessageList mailbox={mailbox} />}
    </li>
  )
}

function StateTag({ mailbox }: { mailbox: Mailbox }) {
  const t = useT(mailboxMessages)
  const isFailing = mailbox.failing_since !== null && mailbox.is_active
  const state = () => {
    if (!mailbox.is_active) return t('inactive')
    if (mailbox.is_running) return t('running')
    if (isFailing) return t('failing')
    return mailbox.fetched_at === null ? t('waiting') : t('working')
  }
  return (
    <span className={css.state} data-bad={isFailing || undefined}>
      {state()}
    </span>
  )
}

/** The failure of the mailbox, since when, and when it is tried again. */
function Faults({ mailbox }: { mailbox: Mailbox }) {
  const t = useT(mailboxMessages)
  const reasonOf = useT(failureMessages)
  const { failure, failure_detail: detail, failing_since: since, next_at: nextAt, secret } = mailbox
  if (secret !== 'stored') return <Failure>{t(secret === 'none' ? 'noSecret' : 'unreadable')}</Failure>
  if (failure === null || since === null) return null
  return (
    <Failure>
      {t('failedSince', { at: formatInstant(since), reason: reasonOf(failure) })}
      {detail && <span className="block small quiet break">{detail}</span>}
      {nextAt !== null && <span className="block small quiet">{t('nextAt', { at: formatInstant(nextAt) })}</span>}
    </Failure>
  )
}

function TestFailure({ failure, detail }: { failure: MailboxFailure; detail: string | null }) {
  const t = useT(mailboxMessages)
  const reasonOf = useT(failureMessages)
  return (
    <Failure>
      {t('testFailed', { reason: reasonOf(failure) })}
      {detail && <span className="block small quiet break">{detail}</span>}
    </Failure>
  )
}

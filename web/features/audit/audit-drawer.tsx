import { Alert, Button, Drawer } from 'antd'
import type { AuditEntry } from '#contract/audit.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import type { SearchInput } from '#web/platform/page.tsx'
import { ChangeView } from '#web/ui/history/change-view.tsx'
import css from './audit.module.css'
import { actorName } from './audit-columns.tsx'
import { useAuditWord } from './audit-words.ts'
import { auditMessages } from './messages.ts'
import { RecordLink } from './record-link.tsx'

type Props = { entry: AuditEntry; onClose: () => void; onFilter: (search: SearchInput) => void }

/** Shows one audit entry in full: facts, values before and after, and links to related records. */
export default function AuditDrawer({ entry, onClose, onFilter }: Props) {
  const t = useT(auditMessages)
  const word = useAuditWord()
  const { at, act, noun, record_id, reason, detail, changes, rev, req_id, address, is_sealed, is_erased } = entry
  const facts = Object.entries(detail).filter(([, value]) => value !== null)
  return (
    <Drawer
      open
      size={640}
      title={`${word('act', act)} · ${word('noun', noun)}`}
      closable={{ 'aria-label': t('close') }}
      onClose={onClose}
    >
      <dl className={css.facts}>
        <Fact label={t('time')}>{formatInstant(at)}</Fact>
        <Fact label={t('username')}>{actorName(t, entry)}</Fact>
        {record_id !== null && (
          <Fact label={t('record')}>
            <RecordLink entry={entry} />
          </Fact>
        )}
        {rev !== null && <Fact label={t('rev')}>{rev}</Fact>}
        {reason !== null && <Fact label={t('reason')}>{reason}</Fact>}
        <Fact label={t('address')}>
          <code>{address || '–'}</code>
        </Fact>
        <Fact label={t('req_id')}>
          <code>{req_id}</code>
        </Fact>
      </dl>
      <div className="flex wrap gap-3 below-5">
        <Button size="small" onClick={() => onFilter({ req_id })}>
          {t('sameRequest')}
        </Button>
        {record_id !== null && (
          <Button size="small" onClick={() => onFilter({ noun, record_id: String(record_id) })}>
            {t('sameRecord')}
          </Button>
        )}
      </div>
      {is_erased && <Alert type="warning" showIcon title={t('erasedText')} />}
      {changes.length > 0 && !is_erased && (
        <dl className={css.changes}>
          {changes.map(change => (
            <div key={change.field}>
              <dt>{change.field}</dt>
              <dd>
                <ChangeView change={change} formatter={undefined} isFirst={act === 'create'} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {facts.length > 0 && (
        <dl className={css.facts}>
          {facts.map(([field, value]) => (
            <Fact key={field} label={field}>
              <code className={css.value}>{typeof value === 'string' ? value : JSON.stringify(value)}</code>
            </Fact>
          ))}
        </dl>
      )}
      <p className="quiet">{t(is_sealed ? 'sealed' : 'unsealed')}</p>
    </Drawer>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

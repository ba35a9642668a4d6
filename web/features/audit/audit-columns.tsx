import type { AuditEntry } from '#contract/audit.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import type { Translate } from '#web/platform/i18n.ts'
import { instantText } from '#web/ui/list/cells.tsx'
import type { Column } from '#web/ui/list/list-config.ts'
import type { auditMessages } from './messages.ts'
import { RecordLink } from './record-link.tsx'

type TranslateFn = Translate<(typeof auditMessages)['zh-CN']>
type AuditWord = (kind: 'act' | 'noun', value: string) => string

export function actorName(t: TranslateFn, { user_id, username }: AuditEntry): string {
  if (user_id !== null) return username
  return username === 'system' ? t('system') : username === 'nobody' ? t('nobody') : username
}

/** Summarises an audit entry in a few words. */
export function summarise(t: TranslateFn, { is_erased, changes, reason }: AuditEntry): string {
  if (is_erased) return t('erased')
  if (changes.length > 0) return t('changeCount', { count: changes.length })
  return reason ?? ''
}

export function auditColumns(
  t: TranslateFn,
  word: AuditWord,
  onOpen: (entry: AuditEntry) => void,
): Column<AuditEntry>[] {
  return [
    {
      id: 'at',
      title: t('time'),
      cell: entry => (
        <button type="button" className="link" onClick={() => onOpen(entry)}>
          {formatInstant(entry.at)}
        </button>
      ),
      widest: [instantText],
      width: 164,
      sort: 'at',
      sortsDownFirst: true,
      isPinned: true,
      isAlwaysShown: true,
    },
    {
      id: 'username',
      title: t('username'),
      cell: entry => actorName(t, entry),
      text: entry => actorName(t, entry),
      width: 160,
    },
    {
      id: 'act',
      title: t('act'),
      cell: entry => word('act', entry.act),
      text: entry => word('act', entry.act),
      width: 160,
    },
    {
      id: 'noun',
      title: t('noun'),
      cell: entry => word('noun', entry.noun),
      text: entry => word('noun', entry.noun),
      width: 160,
    },
    {
      id: 'title',
      title: t('record'),
      cell: entry => <RecordLink entry={entry} />,
      width: 220,
      grows: true,
      fields: ['title', 'record_id'],
    },
    {
      id: 'what',
      title: t('what'),
      cell: entry => <span className="quiet">{summarise(t, entry)}</span>,
      text: entry => summarise(t, entry),
      width: 200,
      fields: ['reason', 'changes', 'detail'],
    },
    {
      id: 'address',
      title: t('address'),
      cell: entry => <span className="small mono">{entry.address}</span>,
      text: entry => entry.address,
      face: 'mono',
      width: 280,
    },
    {
      id: 'req_id',
      title: t('req_id'),
      cell: entry => <span className="small mono">{entry.req_id}</span>,
      text: entry => entry.req_id,
      face: 'mono',
      width: 160,
    },
  ]
}

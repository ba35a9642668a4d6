import { useQuery } from '@tanstack/react-query'
import { lazy, useCallback, useMemo, useState } from 'react'
import { type AuditEntry, listAudit, listAuditWords } from '#contract/audit.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { type SearchInput, usePage } from '#web/platform/page.tsx'
import { endpointQuery } from '#web/platform/query.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { List } from '#web/ui/list/list.tsx'
import type { FilterConfig, ListConfig } from '#web/ui/list/list-config.ts'
import { useVisibleUsers } from '#web/ui/picker/visible-users.ts'
import css from './audit.module.css'
import { actorName, auditColumns, summarise } from './audit-columns.tsx'
import { useAuditWord } from './audit-words.ts'
import { ChainLine } from './chain-line.tsx'
import { auditMessages } from './messages.ts'

const AuditDrawer = lazy(() => import('./audit-drawer.tsx'))

/** `/admin/audit`: the log of who read or changed which record. */
export default function AuditPage() {
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  const { setSearch } = usePage()
  const config = useAuditList(setOpened)
  const show = useCallback(
    (search: SearchInput) => {
      setOpened(null)
      setSearch(search)
    },
    [setSearch],
  )
  return (
    <>
      <List config={config} />
      <LazyDialog>
        {opened && <AuditDrawer entry={opened} onClose={() => setOpened(null)} onFilter={show} />}
      </LazyDialog>
    </>
  )
}

function useAuditList(open: (entry: AuditEntry) => void): ListConfig<AuditEntry> {
  const t = useT(auditMessages)
  const word = useAuditWord()
  const filters = useAuditFilters()
  return useMemo(
    () => ({
      name: 'admin_audit',
      noun: 'audit',
      title: t('title'),
      about: t('titleText'),
      endpoint: listAudit,
      columns: auditColumns(t, word, open),
      filters,
      defaultSort: '-at',
      searchHint: t('search'),
      rowId: entry => entry.id,
      rowName: entry => `${word('act', entry.act)} ${formatInstant(entry.at)}`,
      open,
      card: entry => (
        <button type="button" className={css.card} onClick={() => open(entry)}>
          <strong>
            {word('act', entry.act)} · {entry.title ?? word('noun', entry.noun)}
          </strong>
          <span className="quiet">
            {actorName(t, entry)} · {formatInstant(entry.at)}
          </span>
          <span className="quiet">{summarise(t, entry)}</span>
        </button>
      ),
      canExport: true,
      above: <ChainLine />,
      empty: { title: t('emptyTitle'), text: t('emptyText') },
    }),
    [t, word, filters, open],
  )
}

function useAuditFilters(): FilterConfig[] {
  const t = useT(auditMessages)
  const word = useAuditWord()
  const { users, isKnown } = useVisibleUsers()
  const { data: words, isPending } = useQuery({ ...endpointQuery(listAuditWords, {}), staleTime: 60_000 })
  return useMemo<FilterConfig[]>(
    () => [
      { id: 'period', kind: 'period', names: ['from', 'to'], label: t('period') },
      {
        id: 'user_id',
        kind: 'options',
        label: t('username'),
        options: users.map(({ id, username }) => ({ value: String(id), label: username })),
        isPending: !isKnown,
      },
      {
        id: 'act',
        kind: 'options',
        label: t('act'),
        options: (words?.acts ?? []).map(value => ({ value, label: word('act', value) })),
        isPending,
      },
      {
        id: 'noun',
        kind: 'options',
        label: t('noun'),
        options: (words?.nouns ?? []).map(value => ({ value, label: word('noun', value) })),
        isPending,
      },
      { id: 'record_id', kind: 'text', label: t('record_id'), isRare: true },
      { id: 'address', kind: 'text', label: t('address'), isRare: true },
      { id: 'req_id', kind: 'text', label: t('req_id'), isRare: true },
    ],
    [t, word, users, isKnown, words, isPending],
  )
}

import { Button, Segmented } from 'antd'
import { Plus } from 'lucide-react'
import { lazy, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { one, usePage } from '#web/platform/page.tsx'
import { useRole } from '#web/platform/session.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { Message } from '#web/ui/frame/message.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { IssueBoard } from './issue-board.tsx'
import type { ListQuery } from './issue-calls.ts'
import { IssueFilters, useIssueFilter } from './issue-filters.tsx'
import { IssueList } from './issue-list.tsx'
import { issueMessages } from './messages.ts'

const IssueForm = lazy(() => import('./issue-form.tsx'))
const IssueDrawer = lazy(() => import('./issue-drawer.tsx'))

const views = ['board', 'own', 'assigned', 'trash'] as const
type IssueView = (typeof views)[number]

/** `/issue`: the user's own feedback; for roles that read all feedback, the board. */
export default function IssuePage() {
  const t = useT(issueMessages)
  const { search, setSearch } = usePage()
  const role = useRole()
  const [isWriting, setIsWriting] = useState(false)
  const { filter, isFiltered } = useIssueFilter()
  const readsAll = role === 'admin' || role === 'super_editor'
  const offered: IssueView[] = [
    ...(readsAll ? (['board'] as const) : []),
    'own',
    'assigned',
    ...(role === 'admin' ? (['trash'] as const) : []),
  ]
  const first = offered[0] ?? 'own'
  const view = offered.find(each => each === one(search.view)) ?? first
  const id = Number(one(search.id))
  const searchOf = (next: number) => ({ ...asText(search), id: String(next) })
  const isBoard = view === 'board'
  useShortcut('n', t('new'), () => setIsWriting(true))

  return (
    <div className="stack gap-4">
      <header className="row wrap spread gap-3 gap-x-4">
        <h1>{t('title')}</h1>
        <Button type="primary" icon={<Plus size={14} aria-hidden />} onClick={() => setIsWriting(true)}>
          {t('new')}
        </Button>
      </header>
      <div className="row wrap gap-3">
        <Segmented
          aria-label={t('views')}
          value={view}
          options={offered.map(value => ({ value, label: t(value) }))}
          onChange={value => setSearch({ view: value === first ? undefined : value })}
        />
        {isBoard && <IssueFilters />}
        {isBoard && isFiltered && (
          <Button type="link" size="small" onClick={() => setSearch({ view: one(search.view) })}>
            {t('clear')}
          </Button>
        )}
      </div>
      {isBoard ? (
        <IssueBoard filter={filter} searchOf={searchOf} />
      ) : (
        <IssueList
          key={view}
          isTrash={view === 'trash'}
          query={queryOf(view, Number(one(search.current)) || 1)}
          empty={<Empty view={view} onWrite={() => setIsWriting(true)} />}
          hrefOf={searchOf}
          onPage={page => setSearch(before => ({ ...before, current: page }))}
        />
      )}
      <LazyDialog>
        {Number.isSafeInteger(id) && id > 0 && (
          <IssueDrawer key={id} id={id} onClose={() => setSearch(before => ({ ...before, id: undefined }))} />
        )}
        {isWriting && <IssueForm onClose={() => setIsWriting(false)} />}
      </LazyDialog>
    </div>
  )
}

function asText(search: Record<string, string | string[]>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(search).map(([name, value]) => [name, one(value)]))
}

function queryOf(view: Exclude<IssueView, 'board'>, current: number): ListQuery {
  if (view === 'trash') return { scope: 'all', trash: 'true', current }
  return { scope: view, current }
}

function Empty({ view, onWrite }: { view: Exclude<IssueView, 'board'>; onWrite: () => void }) {
  const t = useT(issueMessages)
  const words = {
    own: [t('emptyOwnTitle'), t('emptyOwnText')],
    assigned: [t('emptyAssignedTitle'), t('emptyAssignedText')],
    trash: [t('emptyTrashTitle'), t('emptyTrashText')],
  }[view]
  return (
    <Message title={words[0] ?? ''} text={words[1]}>
      {view === 'own' && <Button onClick={onWrite}>{t('new')}</Button>}
    </Message>
  )
}

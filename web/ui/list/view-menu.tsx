import { Button } from 'antd'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { View } from '#contract/view.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { Drop } from './drop.tsx'
import css from './list.module.css'
import { viewSearch } from './list-state.ts'
import { listMessages } from './messages.ts'
import type { ListModel } from './use-list.ts'
import { useViews } from './use-views.ts'

const ViewPanel = lazy(() => import('./view-panel.tsx'))
const ViewDialog = lazy(() => import('./view-dialog.tsx'))

/** True if filters, order or columns differ from those stored in the view. */
function isViewChanged<T>(list: ListModel<T>, view: View): boolean {
  const { columns, search } = view.state
  const isSearchKept = viewSearch(list.state, list.shape) === search
  return !isSearchKept || (columns !== undefined && columns.join() !== list.columns.shown.join())
}

/** The active saved view, whether it has been changed, and the actions on it. */
export function ViewMenu<T>({ list }: { list: ListModel<T> }) {
  const t = useT(listMessages)
  const [edited, setEdited] = useState<View | 'new' | null>(null)
  const views = useViews(list.config)
  const active = views.data?.items.find(view => String(view.id) === list.state.view)
  const isChanged = active !== undefined && isViewChanged(list, active)
  return (
    <>
      <Drop
        label={t('view', { name: active?.name ?? t('all') })}
        placement="bottomRight"
        content={close => (
          <Suspense fallback={<p className="pad-3 faint">{t('loading')}</p>}>
            <ViewPanel
              list={list}
              views={views.data?.items ?? []}
              active={active}
              isChanged={isChanged}
              onEdit={view => {
                close()
                setEdited(view)
              }}
              onClose={close}
            />
          </Suspense>
        )}
      >
        {props => (
          <Button {...props} type="text" className={css.viewButton}>
            <span className="ellipsis">{t('view', { name: active?.name ?? t('all') })}</span>
            {isChanged && <span className="small quiet nowrap">· {t('viewChanged')}</span>}
            <ChevronDown size={14} aria-hidden />
          </Button>
        )}
      </Drop>
      {edited && (
        <Suspense>
          <ViewDialog list={list} view={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </>
  )
}

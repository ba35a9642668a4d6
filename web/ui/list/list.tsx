import { Alert, Button, type InputRef } from 'antd'
import { Download } from 'lucide-react'
import { lazy, memo, Suspense, useCallback, useRef, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { useIsNarrow, useIsPhone } from '#web/platform/media.ts'
import { errorText } from '#web/platform/query.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { Message } from '#web/ui/frame/message.tsx'
import css from './list.module.css'
import { ListCards } from './list-cards.tsx'
import type { ListConfig } from './list-config.ts'
import { ListFoot } from './list-foot.tsx'
import { ListGrid } from './list-grid.tsx'
import { filterOf } from './list-state.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { listMessages } from './messages.ts'
import { type ListModel, useChosen, useList } from './use-list.ts'
import { type RowActs, useRows } from './use-rows.ts'

/** A key that is active while this component is mounted. */
function Key({ name, text, run }: { name: string; text: string; run: () => void }) {
  useShortcut(name, text, run, 'list')
  return null
}

const doNothing = () => undefined

type Props = { acts: RowActs; isSelectable: boolean; canOpen: boolean; canEdit: boolean; onSearch: () => void }

function ListKeys({ acts, isSelectable, canOpen, canEdit, onSearch }: Props) {
  const t = useT(listMessages)
  return (
    <>
      <Key name="/" text={t('search')} run={onSearch} />
      <Key name="j" text={t('keyNext')} run={() => acts.step(1)} />
      <Key name="k" text={t('keyPrevious')} run={() => acts.step(-1)} />
      {isSelectable && <Key name="x" text={t('select')} run={acts.toggle} />}
      {canEdit && <Key name="e" text={t('edit')} run={acts.edit} />}
      {/* Enter acts on the focused element: the rows listen themselves, the shortcut help only lists it. */}
      {canOpen && <Key name="⏎" text={t('open')} run={doNothing} />}
    </>
  )
}

const ExportDialog = lazy(() => import('./export-dialog.tsx'))

/**
 * An entity's list: title with its total, filters, rows as a table or as cards, selection, pages. Keep `config`
 * memoized.
 */
export function List<T extends object>({ config }: { config: ListConfig<T> }) {
  const t = useT(listMessages)
  const list = useList(config)
  const chosen = useChosen(list)
  const isNarrow = useIsNarrow()
  const isPhone = useIsPhone()
  const frameRef = useRef<HTMLDivElement>(null)
  const searchRef = useRef<InputRef>(null)
  const isSelectable = (config.bulkActs?.length ?? 0) > 0
  const acts = useRows(list, chosen, frameRef, isSelectable)
  const chosenLayout = config.card ? (list.setting.layout ?? (isNarrow ? 'card' : 'table')) : 'table'
  // A table is unreadable on a phone, whatever was chosen on other devices.
  const layout = isPhone ? 'card' : chosenLayout
  const reset = useCallback(() => {
    const hasDefault = list.config.hasViews && list.setting.default_view != null
    list.change({
      values: list.shape.preset,
      keyword: '',
      sort: list.config.defaultSort,
      view: hasDefault ? 'all' : undefined,
    })
    list.reload()
  }, [list])
  return (
    <div className="stack shrink">
      <ListTop list={list} />
      {config.about && <p className={css.about}>{config.about}</p>}
      {config.above && <div>{config.above}</div>}
      <ListToolbar list={list} searchRef={searchRef} layout={layout} onReset={reset} />
      <div ref={frameRef} className={css.frame}>
        {list.isLoading && list.page && <div className={css.progress} />}
        {list.error && list.page && (
          <Alert
            banner
            type="error"
            role="alert"
            title={errorText(list.error)}
            action={
              <Button size="small" onClick={list.reload}>
                {t('retry')}
              </Button>
            }
          />
        )}
        {hasMessage(list) ? (
          <ListMessage list={list} onReset={reset} />
        ) : layout === 'card' ? (
          <ListCards list={list} chosen={chosen} acts={acts} isSelectable={isSelectable} />
        ) : (
          <ListGrid list={list} chosen={chosen} acts={acts} isSelectable={isSelectable} />
        )}
        {!hasMessage(list) && <ListFoot list={list} chosen={chosen} />}
      </div>
      <ListKeys
        acts={acts}
        isSelectable={isSelectable}
        canOpen={config.open !== undefined}
        canEdit={config.edit !== undefined}
        onSearch={() => searchRef.current?.focus({ cursor: 'all' })}
      />
    </div>
  )
}

const ListTop = memo(function ListTop({ list }: { list: ListModel<unknown> }) {
  const t = useT(listMessages)
  const [isExporting, setIsExporting] = useState(false)
  const { config, page, total, isEstimated } = list
  return (
    <header className={css.top}>
      <div className={css.title}>
        <h1>{config.title}</h1>
        {page && <span className={css.count}>{t(isEstimated ? 'totalAbout' : 'total', { count: total })}</span>}
      </div>
      <div className={css.acts}>
        <div className={css.others}>
          {config.actions}
          {config.canExport && (
            <Button icon={<Download size={16} aria-hidden />} disabled={!total} onClick={() => setIsExporting(true)}>
              {t('export')}
            </Button>
          )}
        </div>
        {config.primary && !isBare(list) && <div className="rigid">{config.primary}</div>}
      </div>
      {isExporting && (
        <Suspense>
          <ExportDialog list={list} onClose={() => setIsExporting(false)} />
        </Suspense>
      )}
    </header>
  )
})

/** Shown instead of rows: there are none at all, none match, none on this page, or the server did not answer. */
function ListMessage<T>({ list, onReset }: { list: ListModel<T>; onReset: () => void }) {
  const t = useT(listMessages)
  if (list.error)
    return (
      <Message isPanel={false} title={t('failedTitle')} text={errorText(list.error)} role="alert">
        <Button onClick={list.reload}>{t('retry')}</Button>
      </Message>
    )
  if (isFiltered(list))
    return (
      <Message isPanel={false} title={t('noMatch')} text={t('noMatchText')}>
        <Button onClick={onReset}>{t('resetFilters')}</Button>
      </Message>
    )
  if (list.state.current > 1)
    return (
      <Message isPanel={false} title={t('pageGone')}>
        <Button onClick={() => list.change({ current: 1 })}>{t('firstPage')}</Button>
      </Message>
    )
  const { title, text, actions } = list.config.empty
  return (
    <Message isPanel={false} title={title} text={text}>
      {isBare(list) && list.config.primary}
      {actions}
    </Message>
  )
}

function isFiltered<T>(list: ListModel<T>): boolean {
  const { sideFilter } = list.config
  const values = Object.entries(filterOf(list.state))
  return values.some(([name, value]) => name !== sideFilter && value !== list.shape.preset[name])
}

/** True if the list has no row at all: its message then has the first step, and the title has no second one. */
function isBare<T>(list: ListModel<T>): boolean {
  const { sideFilter, empty } = list.config
  const isOther = sideFilter !== undefined && filterOf(list.state)[sideFilter] !== undefined
  return hasMessage(list) && !list.error && !isFiltered(list) && !isOther && list.state.current <= 1 && !empty.isPrimary
}

/** True if `ListMessage` replaces the rows. */
function hasMessage<T>(list: ListModel<T>): boolean {
  return list.error !== null ? list.page === undefined : list.page !== undefined && list.rows.length === 0
}

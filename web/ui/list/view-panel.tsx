import { Button } from 'antd'
import { Check, Pencil, Star, Trash2 } from 'lucide-react'
import { deleteView, updateView, type View } from '#contract/view.api.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { useModal } from '#web/platform/modal.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { refresh, showError } from '#web/platform/query.ts'
import { changeListSetting } from '#web/platform/setting.ts'
import css from './list.module.css'
import { readState, viewSearch } from './list-state.ts'
import { listMessages } from './messages.ts'
import type { ListModel } from './use-list.ts'

type Props = {
  list: ListModel<unknown>
  views: readonly View[]
  active: View | undefined
  isChanged: boolean
  onEdit: (view: View | 'new') => void
  onClose: () => void
}

/** Applies a stored view to the list. */
function showView(list: ListModel<unknown>, view: View): void {
  const search = Object.fromEntries(
    [...new Set(new URLSearchParams(view.state.search).keys())].map(name => [
      name,
      new URLSearchParams(view.state.search).getAll(name),
    ]),
  )
  const { values, keyword, sort } = readState({ ...search, view: String(view.id) }, list.shape)
  if (view.state.columns) list.changeSetting({ columns: view.state.columns })
  list.change({ values, keyword, sort, view: String(view.id) })
}

export default function ViewPanel({ list, views, active, isChanged, onEdit, onClose }: Props) {
  const t = useT(listMessages)
  const own = views.filter(view => view.can.includes('update'))
  const others = views.filter(view => !view.can.includes('update'))
  const isDefault = list.setting.default_view ?? null
  const showAll = () => {
    list.change({
      values: list.shape.preset,
      keyword: '',
      sort: list.config.defaultSort,
      view: isDefault === null ? undefined : 'all',
    })
    onClose()
  }
  async function save(view: View) {
    const columns = view.state.columns && list.columns.shown
    const state = { search: viewSearch(list.state, list.shape), ...(columns && { columns }) }
    try {
      await call(updateView, { params: { id: view.id }, body: { rev: view.rev, state } })
      notifySuccess(t('viewSaved'))
    } catch (error) {
      showError(error)
    }
    await refresh('view')
    onClose()
  }
  const section = (title: string, items: readonly View[]) =>
    items.length > 0 && (
      <div className={css.section}>
        <p className={css.caption}>{title}</p>
        {items.map(view => (
          <ViewRow
            key={view.id}
            list={list}
            view={view}
            isActive={view.id === active?.id}
            onEdit={onEdit}
            onClose={onClose}
          />
        ))}
      </div>
    )
  return (
    <>
      <div className={css.section}>
        <div className="row round hover">
          <button type="button" className={css.viewName} aria-current={!active} onClick={showAll}>
            {t('all')}
            {!active && <Check size={14} aria-hidden />}
          </button>
        </div>
      </div>
      {section(t('viewsOwn'), own)}
      {section(t('viewsOthers'), others)}
      {views.length === 0 && <p className="pad-3 faint">{t('viewsNone')}</p>}
      <div className={css.viewActs}>
        {active && isChanged && active.can.includes('update') && (
          <Button size="small" onClick={() => void save(active)}>
            {t('viewSave')}
          </Button>
        )}
        {active && isChanged && (
          <Button
            size="small"
            onClick={() => {
              showView(list, active)
              onClose()
            }}
          >
            {t('viewRevert')}
          </Button>
        )}
        <Button size="small" onClick={() => onEdit('new')}>
          {t('viewSaveAs')}
        </Button>
      </div>
    </>
  )
}

type RowProps = Pick<Props, 'list' | 'onEdit' | 'onClose'> & { view: View; isActive: boolean }

function ViewRow({ list, view, isActive, onEdit, onClose }: RowProps) {
  const t = useT(listMessages)
  const modal = useModal()
  const { name } = view
  const isDefault = list.setting.default_view === view.id
  const remove = () => {
    onClose()
    modal.confirm({
      title: t('viewDeleteAsk', { name }),
      okText: t('delete'),
      okButtonProps: { danger: true },
      cancelText: t('cancel'),
      onOk: async () => {
        try {
          await call(deleteView, { params: { id: view.id } })
          if (isDefault) changeListSetting(list.config.name, { default_view: null })
          if (isActive) list.change({ view: undefined }, { replace: true })
          notifySuccess(t('viewDeleted', { name }))
        } catch (error) {
          showError(error)
        }
        await refresh('view')
      },
    })
  }
  return (
    <div className="row round hover">
      <button
        type="button"
        className={css.viewName}
        aria-current={isActive}
        title={name}
        onClick={() => {
          showView(list, view)
          onClose()
        }}
      >
        <span className="ellipsis">{name}</span>
        {isActive && <Check size={14} aria-hidden />}
      </button>
      <button
        type="button"
        className={css.icon}
        aria-pressed={isDefault}
        aria-label={t(isDefault ? 'viewNotDefault' : 'viewDefault', { name })}
        onClick={() => list.changeSetting({ default_view: isDefault ? null : view.id })}
      >
        <Star size={14} aria-hidden fill={isDefault ? 'currentColor' : 'none'} />
      </button>
      {view.can.includes('update') && (
        <button type="button" className={css.icon} aria-label={t('editNamed', { name })} onClick={() => onEdit(view)}>
          <Pencil size={14} aria-hidden />
        </button>
      )}
      {view.can.includes('delete') && (
        <button type="button" className={css.icon} aria-label={t('deleteNamed', { name })} onClick={remove}>
          <Trash2 size={14} aria-hidden />
        </button>
      )}
    </div>
  )
}

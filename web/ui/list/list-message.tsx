import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { errorText } from '#web/platform/query.ts'
import css from './list.module.css'
import { filterOf } from './list-state.ts'
import { listMessages } from './messages.ts'
import type { ListModel } from './use-list.ts'

/** Shown instead of rows: there are none at all, none match, none on this page, or the server did not answer. */
export function ListMessage<T>({ list, onReset }: { list: ListModel<T>; onReset: () => void }) {
  const t = useT(listMessages)
  if (list.error)
    return (
      <Message title={t('failedTitle')} text={errorText(list.error)} role="alert">
        <Button onClick={list.reload}>{t('retry')}</Button>
      </Message>
    )
  const { sideFilter } = list.config
  const values = Object.entries(filterOf(list.state))
  if (values.some(([name, value]) => name !== sideFilter && value !== list.shape.preset[name]))
    return (
      <Message title={t('noMatch')} text={t('noMatchText')} role="status">
        <Button onClick={onReset}>{t('resetFilters')}</Button>
      </Message>
    )
  if (list.state.current > 1)
    return (
      <Message title={t('pageGone')} text="" role="status">
        <Button onClick={() => list.change({ current: 1 })}>{t('firstPage')}</Button>
      </Message>
    )
  const { title, text, actions } = list.config.empty
  return (
    <Message title={title} text={text} role="status">
      {actions}
    </Message>
  )
}

/** True if `ListMessage` replaces the rows. */
export function hasMessage<T>(list: ListModel<T>): boolean {
  return list.error !== null ? list.page === undefined : list.page !== undefined && list.rows.length === 0
}

type MessageProps = { title: string; text: string; role: 'alert' | 'status'; children: ReactNode }

function Message({ title, text, role, children }: MessageProps) {
  return (
    <div className={css.message} role={role}>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      <div className="flex wrap middle gap-3 above-3">{children}</div>
    </div>
  )
}

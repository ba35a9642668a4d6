import { Button } from 'antd'
import { Download, Pencil, Trash2, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { deleteList, type List, type ListVersion, loadListAddress } from '#contract/list.api.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useModal } from '#web/platform/modal.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { PageLink } from '#web/platform/page.tsx'
import { refresh, showError } from '#web/platform/query.ts'
import css from './list.module.css'
import { LoadState } from './load-state.tsx'
import { sanctionListMessages } from './messages.ts'

type Props = {
  lists: readonly List[]
  mayChange: boolean
  onShow: (list: List) => void
  onEdit: (list: List) => void
  onLoad: (list: List) => void
  onMap: (list: List) => void
  onAside: (list: List, version: ListVersion) => void
}

/** The lists, each with its active version, its schedule and the actions of administrators. */
export function ListRows({ lists, mayChange, onShow, onEdit, onLoad, onMap, onAside }: Props) {
  const t = useT(sanctionListMessages)
  const modal = useModal()
  const remove = (list: List) =>
    modal.confirm({
      title: t('removeAsk', { name: list.name }),
      content: t('removeText'),
      okText: t('delete'),
      okButtonProps: { danger: true },
      cancelText: t('cancel'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => call(deleteList, { params: { id: list.id } }).then(() => refresh('list', 'screening'), showError),
    })
  const fetchNow = async ({ id, name }: List) => {
    try {
      await call(loadListAddress, { params: { id } })
      notifySuccess(t('fetching', { name }))
    } catch (error) {
      showError(error)
    }
    await refresh('list')
  }
  return (
    <ul className={css.lists}>
      {lists.map(list => {
        const { id, name, kind, source, version, address, every, due_at, loading } = list
        const isBusy = ['loading', 'mapping', 'held'].includes(loading?.state ?? '')
        return (
          <li key={id} className={css.item}>
            <div className="break">
              <button type="button" className={css.name} onClick={() => onShow(list)}>
                {name}
              </button>
              <div className="small quiet">
                {t(`list_${kind}`)}
                {(version || source) && ' · '}
                {version && t('entryCount', { count: version.entries })}
                {version && source && ' · '}
                {source && (
                  <PageLink to="source_detail" params={{ id: source.id }} className="quiet">
                    {t('source')}
                  </PageLink>
                )}
              </div>
            </div>
            <LoadState
              list={list}
              mayChange={mayChange}
              onMap={() => onMap(list)}
              onAside={version => onAside(list, version)}
            />
            <div className="break">
              {t(`every_${address ? every : 'never'}`)}
              {due_at && <div className="small quiet">{t('due', { at: formatInstant(due_at) })}</div>}
            </div>
            {mayChange && (
              <div className={css.acts}>
                <Act
                  label={t('loadFileFor', { name })}
                  icon={<Upload size={16} />}
                  isOff={isBusy}
                  onDo={() => onLoad(list)}
                />
                {address && (
                  <Act
                    label={t('fetchFor', { name })}
                    icon={<Download size={16} />}
                    isOff={isBusy}
                    onDo={() => void fetchNow(list)}
                  />
                )}
                <Act label={t('editTitle', { name })} icon={<Pencil size={16} />} onDo={() => onEdit(list)} />
                <Act label={t('removeFor', { name })} icon={<Trash2 size={16} />} onDo={() => remove(list)} />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

type ActProps = { label: string; icon: ReactNode; isOff?: boolean; onDo: () => void }

const Act = ({ label, icon, isOff = false, onDo }: ActProps) => (
  <Button type="text" size="small" icon={icon} title={label} aria-label={label} disabled={isOff} onClick={onDo} />
)

import { Button, Drawer } from 'antd'
import { useT } from '#web/platform/i18n.ts'
import { FilterPanel } from './filter-panel.tsx'
import type { FilterPanelProps } from './filter-parts.tsx'
import css from './list.module.css'
import { listMessages } from './messages.ts'
import type { ListModel } from './use-list.ts'

type Props = {
  list: ListModel<unknown>
  onChange: FilterPanelProps['onChange']
  onReset: () => void
  onClose: () => void
}

/** All filters of a list one below the other, for narrow screens. */
export default function FilterDrawer({ list, onChange, onReset, onClose }: Props) {
  const t = useT(listMessages)
  return (
    <Drawer
      open
      title={t('filters')}
      size="min(360px, 100vw)"
      onClose={onClose}
      footer={
        <div className="flex spread">
          <Button onClick={onReset}>{t('reset')}</Button>
          <Button type="primary" onClick={onClose}>
            {t('close')}
          </Button>
        </div>
      }
    >
      {list.config.filters.map(filter => (
        <fieldset key={filter.id} className={css.rare}>
          {filter.kind !== 'switch' && <legend>{filter.label}</legend>}
          <FilterPanel filter={filter} values={list.state.values} onChange={onChange} />
        </fieldset>
      ))}
    </Drawer>
  )
}

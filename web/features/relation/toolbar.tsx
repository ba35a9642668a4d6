import { Button, Dropdown, Segmented, Select } from 'antd'
import { Download, FileText, LocateFixed, Maximize, Minimize, Minus, Plus, RefreshCw } from 'lucide-react'
import { useMemo } from 'react'
import { useT } from '#web/platform/i18n.ts'
import type { GraphFilter, LinkType } from './filter.ts'
import { type Graph, typeOf } from './graph.ts'
import { relationMessages } from './messages.ts'
import css from './relation.module.css'
import { typeNames } from './type-names.ts'
import type { FullScreen } from './view.ts'

export type GraphDisplay = 'graph' | 'table'
export type SaveAs = 'png' | 'svg' | 'csv' | 'json'

type Props = {
  depth: number
  setDepth: (depth: number) => void
  whole: Graph
  filter: GraphFilter
  setFilter: (filter: GraphFilter) => void
  shown: GraphDisplay
  setShown: (shown: GraphDisplay) => void
  canDraw: boolean
  onAdd: (() => void) | undefined
  onSave: (as: SaveAs) => void
  onPin: (() => void) | undefined
}

/** Controls for depth, filters and layout. */
export function Toolbar({
  depth,
  setDepth,
  whole,
  filter,
  setFilter,
  shown,
  setShown,
  canDraw,
  onAdd,
  onSave,
  onPin,
}: Props) {
  const t = useT(relationMessages)
  const typeName = useT(typeNames)
  const counted = useMemo(() => Map.groupBy(whole.edges, typeOf), [whole])
  const types = [...counted.keys()]
  const chosen = types.filter(type => !filter.hidden.has(type))
  const choose = (next: LinkType[]) =>
    setFilter({ ...filter, hidden: new Set(types.filter(type => !next.includes(type))) })
  return (
    <div className={css.toolbar}>
      <Segmented<GraphDisplay>
        aria-label={t('viewAs')}
        value={shown}
        onChange={setShown}
        options={[
          { value: 'graph', label: t('graph'), disabled: !canDraw },
          { value: 'table', label: t('table') },
        ]}
      />
      <Select
        aria-label={t('depth')}
        value={depth}
        onChange={setDepth}
        options={[1, 2, 3, 4].map(value => ({ value, label: t('depthOf', { depth: value }) }))}
        style={{ minWidth: 96 }}
      />
      <Select<LinkType[]>
        aria-label={t('types')}
        mode="multiple"
        className={css.types ?? ''}
        value={chosen}
        onChange={choose}
        maxTagCount={0}
        maxTagPlaceholder={
          chosen.length === types.length ? t('allTypes') : t('typesShown', { shown: chosen.length, all: types.length })
        }
        options={types.map(type => ({ value: type, label: `${typeName(type)} ${counted.get(type)?.length ?? 0}` }))}
        popupMatchSelectWidth={200}
        placeholder={t('types')}
        style={{ minWidth: 136 }}
      />
      <span className={css.space} />
      {onAdd && (
        <Button icon={<Plus size={14} aria-hidden />} onClick={onAdd}>
          {t('add')}
        </Button>
      )}
      {onPin && (
        <Button icon={<FileText size={14} aria-hidden />} onClick={onPin}>
          {t('pin')}
        </Button>
      )}
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            ...(shown === 'graph'
              ? [
                  { key: 'png', label: t('savePng') },
                  { key: 'svg', label: t('saveSvg') },
                ]
              : []),
            { key: 'csv', label: t('saveCsv') },
            { key: 'json', label: t('saveJson') },
          ],
          onClick: ({ key }) => onSave(key as SaveAs),
        }}
      >
        <Button icon={<Download size={14} aria-hidden />} aria-label={t('more')} />
      </Dropdown>
    </div>
  )
}

type ZoomProps = {
  zoom: (factor: number) => void
  fit: () => void
  full: FullScreen
  arrangeAgain?: (() => void) | undefined
}

/** On the drawing itself, as in other maps. */
export function ZoomButtons({ zoom, fit, full: { isFull, toggle }, arrangeAgain }: ZoomProps) {
  const t = useT(relationMessages)
  const full = isFull ? t('leaveFullScreen') : t('fullScreen')
  return (
    <div className={css.zoom}>
      <Button
        size="small"
        title={t('zoomIn')}
        aria-label={t('zoomIn')}
        icon={<Plus size={14} />}
        onClick={() => zoom(1.3)}
      />
      <Button
        size="small"
        title={t('zoomOut')}
        aria-label={t('zoomOut')}
        icon={<Minus size={14} />}
        onClick={() => zoom(1 / 1.3)}
      />
      <Button size="small" title={t('fit')} aria-label={t('fit')} icon={<LocateFixed size={14} />} onClick={fit} />
      {arrangeAgain && (
        <Button
          size="small"
          title={t('arrangeAgain')}
          aria-label={t('arrangeAgain')}
          icon={<RefreshCw size={14} />}
          onClick={arrangeAgain}
        />
      )}
      <Button
        size="small"
        title={full}
        aria-label={full}
        icon={isFull ? <Minimize size={14} /> : <Maximize size={14} />}
        onClick={toggle}
      />
    </div>
  )
}

import { Button, Dropdown, Segmented, Tooltip } from 'antd'
import { ChevronLeft, ChevronRight, Download, Maximize, StickyNote, ZoomIn, ZoomOut } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { showError } from '#web/platform/query.ts'
import css from './timeline.module.css'
import type { TimelineGrouping } from './timeline-calls.ts'
import { exportPicture } from './timeline-export.ts'
import { timelineMessages } from './timeline-messages.ts'
import type { Zoom } from './timeline-zoom.ts'

type Props = {
  by: TimelineGrouping
  onBy: (by: TimelineGrouping) => void
  total: number
  from: string
  to: string
  isEmpty: boolean
  zoom: Zoom
  picture: RefObject<SVGSVGElement | null>
  onAddNote: (() => void) | undefined
}

export function TimelineTools({ by, onBy, total, from, to, isEmpty, zoom, picture, onAddNote }: Props) {
  const t = useT(timelineMessages)
  const save = (format: 'png' | 'svg') => {
    if (picture.current) exportPicture(picture.current, t('fileName'), format).catch(error => showError(error))
  }
  return (
    <div className="row wrap gap-3 gap-x-5">
      <Segmented<TimelineGrouping>
        aria-label={t('lanes')}
        value={by}
        onChange={onBy}
        options={[
          { value: 'none', label: t('byNone') },
          { value: 'og', label: t('byOg') },
          { value: 'person', label: t('byPerson') },
        ]}
      />
      {!isEmpty && (
        <p className="flex wrap gap-x-4 small quiet">
          <span>
            {from} – {to}
          </span>
          <span>{t('total', { count: total })}</span>
        </p>
      )}
      <div className={css.buttons}>
        <Tool text={t('earlier')} icon={<ChevronLeft size={16} aria-hidden />} isOff={isEmpty} run={zoom.earlier} />
        <Tool text={t('zoomOut')} icon={<ZoomOut size={16} aria-hidden />} isOff={isEmpty} run={zoom.zoomOut} />
        <Tool text={t('showAll')} icon={<Maximize size={16} aria-hidden />} isOff={isEmpty} run={zoom.fit} />
        <Tool text={t('zoomIn')} icon={<ZoomIn size={16} aria-hidden />} isOff={isEmpty} run={zoom.zoomIn} />
        <Tool text={t('later')} icon={<ChevronRight size={16} aria-hidden />} isOff={isEmpty} run={zoom.later} />
        {onAddNote && <Tool text={t('addNote')} icon={<StickyNote size={16} aria-hidden />} run={onAddNote} />}
        <Dropdown
          disabled={isEmpty}
          trigger={['click']}
          menu={{
            items: [
              { key: 'png', label: 'PNG' },
              { key: 'svg', label: 'SVG' },
            ],
            onClick: ({ key }) => save(key as 'png' | 'svg'),
          }}
        >
          <Button
            type="text"
            aria-label={t('exportAs')}
            title={t('exportAs')}
            icon={<Download size={16} aria-hidden />}
          />
        </Dropdown>
      </div>
    </div>
  )
}

function Tool({ text, icon, isOff = false, run }: { text: string; icon: ReactNode; isOff?: boolean; run: () => void }) {
  return (
    <Tooltip title={text}>
      <Button type="text" aria-label={text} icon={icon} disabled={isOff} onClick={run} />
    </Tooltip>
  )
}

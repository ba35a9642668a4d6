import { Button, Dropdown, Segmented, Tooltip } from 'antd'
import { ChevronLeft, ChevronRight, Download, Maximize, StickyNote, ZoomIn, ZoomOut } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { saveFile } from '#web/platform/api.ts'
import { formatDay, now } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { showError } from '#web/platform/query.ts'
import css from './timeline.module.css'
import type { TimelineGrouping } from './timeline-calls.ts'
import { timelineMessages } from './timeline-messages.ts'
import type { Zoom } from './timeline-zoom.ts'

const copiedStyles = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'font', 'text-anchor'] as const
const pixelsPerPoint = 2

/** A copy of the chart for export, with its colours and background on the page resolved. */
function serialiseStandalone(picture: SVGSVGElement): string {
  const copy = picture.cloneNode(true) as SVGSVGElement
  const [from, to] = [picture, copy].map(root => [root, ...root.querySelectorAll('*')]) as [Element[], Element[]]
  for (const [index, element] of from.entries()) {
    const style = getComputedStyle(element)
    const text = copiedStyles.map(name => `${name}:${style.getPropertyValue(name)}`).join(';')
    to[index]?.setAttribute('style', text)
  }
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  ground.setAttribute('width', '100%')
  ground.setAttribute('height', '100%')
  ground.setAttribute('fill', getComputedStyle(document.documentElement).getPropertyValue('--surface').trim() || '#fff')
  copy.prepend(ground)
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  return new XMLSerializer().serializeToString(copy)
}

async function exportPicture(picture: SVGSVGElement, name: string, format: 'png' | 'svg'): Promise<void> {
  const svg = new Blob([serialiseStandalone(picture)], { type: 'image/svg+xml' })
  const fileName = `${name}-${formatDay(now())}.${format}`
  saveFile({ blob: format === 'svg' ? svg : await paintPng(svg, picture), fileName })
}

async function paintPng(svg: Blob, picture: SVGSVGElement): Promise<Blob> {
  const url = URL.createObjectURL(svg)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = picture.clientWidth * pixelsPerPoint
    canvas.height = picture.clientHeight * pixelsPerPoint
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) =>
      canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
    )
  } finally {
    URL.revokeObjectURL(url)
  }
}

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

import { CircleCheck, Info, OctagonAlert, TriangleAlert } from 'lucide-react'
import type { CoveragePart } from '#contract/coverage.api.ts'
import {
  type SystemQueueName,
  type SystemState,
  systemQueues,
  type Trouble,
  troubles,
} from '#contract/system-state.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { systemMessages } from './messages.ts'
import css from './system.module.css'
import { troubleMessages } from './trouble-messages.ts'

/** Problems with their remedies, gravest first; or the message that everything is in order. */
export function TroubleList({ state }: { state: SystemState }) {
  const t = useT(systemMessages)
  const isWell = state.troubles.every(({ code }) => troubles[code] === 'hint')
  return (
    <>
      {isWell && (
        <p className="row wrap gap-3 pad-x-5 pad-y-4 panel" role="status">
          <CircleCheck className="success" size={20} aria-hidden />
          <b>{t('well')}</b>
          <span className="quiet">{t('wellText')}</span>
        </p>
      )}
      {state.troubles.length > 0 && (
        <ul className="stack gap-3">
          {state.troubles.map(trouble => (
            <TroubleRow key={`${trouble.code} ${trouble.what}`} trouble={trouble} />
          ))}
        </ul>
      )}
    </>
  )
}

/** For these problems, `since` is the time of the last success, not of the start of the problem. */
const isOld = ({ code }: Trouble) => code === 'backup_old' || code === 'backup_off'
const icons = { grave: OctagonAlert, minor: TriangleAlert, hint: Info }
const colours = { grave: 'danger', minor: 'warning', hint: 'quiet' }

function TroubleRow({ trouble }: { trouble: Trouble }) {
  const t = useT(troubleMessages)
  const whatOf = useWhat()
  const grade = troubles[trouble.code]
  const Icon = icons[grade]
  return (
    <li className={`${css.trouble} flex gap-3 pad-x-5 pad-y-4 panel`} data-grade={grade}>
      <Icon className={colours[grade]} size={20} aria-hidden />
      <div>
        <b>{t(trouble.code, { what: whatOf(trouble), count: trouble.count ?? 0 })}</b>
        {trouble.since !== null && (
          <span className="small quiet">
            {' '}
            {t(isOld(trouble) ? 'lastAt' : 'since', { at: formatInstant(trouble.since) })}
          </span>
        )}
        <p className="quiet">{t(`${trouble.code}_do`)}</p>
      </div>
    </li>
  )
}

const isQueue = (name: string): name is SystemQueueName => (systemQueues as readonly string[]).includes(name)
const parts = [
  'processes',
  'database',
  'queues',
  'tasks',
  'rounds',
  'coverage',
  'examiner',
  'mailboxes',
  'backup',
  'seal',
] as const

/** The subject of a problem in words. */
function useWhat(): (trouble: Trouble) => string {
  const t = useT(systemMessages)
  const own = useT(troubleMessages)
  return ({ code, what }) => {
    if (what === null) return ''
    if (code === 'disk_full' || code === 'disk_low') return own(what === 'blob' ? 'disk_blob' : 'disk_data')
    if (isQueue(what)) return t(`queue_${what}`)
    if (code === 'coverage_differs' || code === 'coverage_late') return t(`coverage_${what as CoveragePart}`)
    const part = parts.find(part => part === what)
    if (part) return t(part)
    if (what === 'set_aside') return t('setAside')
    return what === 'disks' ? t('disk_data') : what
  }
}

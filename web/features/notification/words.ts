import { issueStatuses, issueStatusLabels } from '#contract/issue.api.ts'
import type { Notification } from '#contract/notification.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { entityMessages, figureAlertMessages, issueStatusMessages, kindMessages } from './messages.ts'

type LabelledKind = keyof (typeof kindMessages)['zh-CN']
type LabelledEntity = keyof (typeof entityMessages)['zh-CN']

const isKind = (kind: string): kind is LabelledKind => Object.hasOwn(kindMessages['zh-CN'], kind)
const isLabelledEntity = (noun: string): noun is LabelledEntity => Object.hasOwn(entityMessages['zh-CN'], noun)

/** The event in words; a kind unknown to this client gets a general text. */
export function useSentence(): (item: Pick<Notification, 'kind' | 'count' | 'detail'>) => string {
  const t = useT(kindMessages)
  const tFigure = useT(figureAlertMessages)
  const tStatus = useT(issueStatusMessages)
  const locale = useLocale()
  return ({ kind, count, detail }) => {
    const { figure, state } = detail
    if (kind === 'figure_alert' && count === 1 && typeof figure === 'string' && isFigureState(state))
      return tFigure(state, { figure, value: typeof detail.value === 'number' ? detail.value : 0 })
    const status = kind === 'status_changed' ? issueStatuses.find(each => each === detail.to) : undefined
    if (status) return tStatus('now', { status: issueStatusLabels[status][locale] })
    return t(isKind(kind) ? kind : 'other', { count })
  }
}

const isFigureState = (state: unknown): state is keyof (typeof figureAlertMessages)['zh-CN'] =>
  typeof state === 'string' && Object.hasOwn(figureAlertMessages['zh-CN'], state)

/** The label of an entity; empty for an unknown one. */
export function useEntityLabel(): (noun: string) => string {
  const t = useT(entityMessages)
  return noun => (isLabelledEntity(noun) ? t(noun) : '')
}

/** The message of a colleague who sent the record. */
export const noteOf = ({ detail }: Pick<Notification, 'detail'>): string | undefined =>
  typeof detail.note === 'string' && detail.note !== '' ? detail.note : undefined

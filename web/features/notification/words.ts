import type { Notification } from '#contract/notification.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { entityMessages, kindMessages } from './messages.ts'

type LabelledKind = keyof (typeof kindMessages)['zh-CN']
type LabelledEntity = keyof (typeof entityMessages)['zh-CN']

const isKind = (kind: string): kind is LabelledKind => Object.hasOwn(kindMessages['zh-CN'], kind)
const isLabelledEntity = (noun: string): noun is LabelledEntity => Object.hasOwn(entityMessages['zh-CN'], noun)

/** The event in words; a kind unknown to this client gets a general text. */
export function useSentence(): (item: Pick<Notification, 'kind' | 'count'>) => string {
  const t = useT(kindMessages)
  return ({ kind, count }) => t(isKind(kind) ? kind : 'other', { count })
}

/** The label of an entity; empty for an unknown one. */
export function useEntityLabel(): (noun: string) => string {
  const t = useT(entityMessages)
  return noun => (isLabelledEntity(noun) ? t(noun) : '')
}

/** The message of a colleague who sent the record. */
export const noteOf = ({ detail }: Pick<Notification, 'detail'>): string | undefined =>
  typeof detail.note === 'string' && detail.note !== '' ? detail.note : undefined

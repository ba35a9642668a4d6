import type { Notification } from '#contract/notification.ts'
import { useT } from '#web/platform/i18n.ts'
import { kindMessages, nounMessages } from './messages.ts'

type Kind = keyof (typeof kindMessages)['zh-CN']
type Noun = keyof (typeof nounMessages)['zh-CN']

const isKind = (kind: string): kind is Kind => Object.hasOwn(kindMessages['zh-CN'], kind)
const isNoun = (noun: string): noun is Noun => Object.hasOwn(nounMessages['zh-CN'], noun)

/** What happened, in words; a kind this client does not know has news. */
export function useSentence(): (item: Pick<Notification, 'kind' | 'count'>) => string {
  const t = useT(kindMessages)
  return ({ kind, count }) => t(isKind(kind) ? kind : 'other', { count })
}

/** What a noun is called; nothing where there is none. */
export function useNounName(): (noun: string) => string {
  const t = useT(nounMessages)
  return noun => (isNoun(noun) ? t(noun) : '')
}

/** What a colleague wrote beside what they sent. */
export const noteOf = ({ detail }: Pick<Notification, 'detail'>): string | undefined =>
  typeof detail.note === 'string' && detail.note !== '' ? detail.note : undefined

import { useCallback } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { actMessages, entityMessages } from './word-messages.ts'

const hasText = <Texts extends object>(texts: Texts, key: string): key is keyof Texts & string =>
  Object.hasOwn(texts, key)

/**
 * The label of an act or an entity of the audit log in the user's language. An unknown one, from another version, is
 * shown as its code.
 */
export function useAuditWord(): (kind: 'act' | 'noun', value: string) => string {
  const act = useT(actMessages)
  const noun = useT(entityMessages)
  return useCallback(
    (kind, value) => {
      if (kind === 'act') return hasText(actMessages['zh-CN'], value) ? act(value) : value
      return hasText(entityMessages['zh-CN'], value) ? noun(value) : value
    },
    [act, noun],
  )
}

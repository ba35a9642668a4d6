import { useCallback } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { auditWords } from './messages.ts'

const known = new Set(Object.keys(auditWords['zh-CN']))

/** `act` or `noun` in the reader's language; one that is not known shows as it is. */
export function useAuditWord(): (kind: 'act' | 'noun', value: string) => string {
  const t = useT(auditWords)
  return useCallback(
    (kind, value) => (known.has(`${kind}_${value}`) ? t(`${kind}_${value}` as 'act_create') : value),
    [t],
  )
}

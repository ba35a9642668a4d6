import { useT } from '#web/platform/i18n.ts'
import type { FieldFormatter } from '#web/ui/look.ts'
import { issueFormMessages, issueWords } from './messages.ts'

/** Labels and formatters of the fields for the conflict dialog. */
export function useIssueFormatters(): Record<string, FieldFormatter> {
  const t = useT(issueFormMessages)
  const word = useT(issueWords)
  const asIs = (value: unknown) => String(value ?? '')
  const asWord = (value: unknown) => word(value as 'bug')
  return {
    title: { label: t('title'), show: asIs },
    content: { label: t('content'), show: asIs },
    kind: { label: t('kind'), show: asWord },
    priority: { label: t('priority'), show: asWord },
    page: { label: t('page'), show: value => (value as { path?: string } | null)?.path ?? '' },
  }
}

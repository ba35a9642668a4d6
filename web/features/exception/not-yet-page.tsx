import { useT } from '#web/platform/i18n.ts'
import { Exception } from './exception.tsx'
import { exceptionMessages } from './messages.ts'

export default function NotYetPage() {
  const t = useT(exceptionMessages)
  return <Exception title={t('notYet')} hint={t('notYetHint')} acts={[]} />
}

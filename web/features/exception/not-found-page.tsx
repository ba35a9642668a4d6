import { useT } from '#web/platform/i18n.ts'
import { Exception } from './exception.tsx'
import { exceptionMessages } from './messages.ts'

export default function NotFoundPage() {
  const t = useT(exceptionMessages)
  return <Exception code="404" title={t('notFound')} hint={t('notFoundHint')} acts={['retry', 'back', 'home']} />
}

import { useT } from '#web/platform/i18n.ts'
import { Exception } from './exception.tsx'
import { exceptionMessages } from './messages.ts'

export default function ServerErrorPage() {
  const t = useT(exceptionMessages)
  return <Exception code="500" title={t('serverError')} hint={t('serverErrorHint')} acts={['retry', 'back', 'home']} />
}

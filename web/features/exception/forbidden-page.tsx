import { useT } from '#web/platform/i18n.ts'
import { Exception } from './exception.tsx'
import { exceptionMessages } from './messages.ts'

export default function ForbiddenPage() {
  const t = useT(exceptionMessages)
  return <Exception code="403" title={t('forbidden')} hint={t('forbiddenHint')} acts={['back', 'home']} />
}

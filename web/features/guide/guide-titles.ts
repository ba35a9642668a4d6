import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { type RouteName, routeOf } from '#web/platform/route.ts'
import type { GuideName } from './guide-names.ts'
import { guideMessages } from './messages.ts'

/** The title of a page of the guide: that of its screen. */
export function useGuideTitle(): (name: GuideName) => string {
  const t = useT(guideMessages)
  const locale = useLocale()
  return name => (name === 'start' ? t('start') : (routeOf(name as RouteName)?.title[locale] ?? name))
}

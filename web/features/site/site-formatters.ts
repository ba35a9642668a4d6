import type { ReactNode } from 'react'
import { type SiteSettings, siteFields } from '#contract/site.api.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import type { FieldFormatter } from '#web/ui/formatter.ts'
import { siteMessages } from './messages.ts'
import { useScheduleWords } from './schedule-words.ts'

type SiteField = keyof SiteSettings

/** Label and formatter of each setting of a site. */
export function useSiteFormatters(): Record<SiteField, FieldFormatter> {
  const t = useT(siteMessages)
  const locale = useLocale()
  const words = useScheduleWords()
  const value = (of: unknown) => ({ value: Number(of).toLocaleString(locale) })
  const shows: Record<SiteField, (of: unknown) => ReactNode> = {
    is_on: of => t(of ? 'on' : 'off'),
    cron: of => words(String(of)),
    zone: String,
    jitter_min: of => (Number(of) > 0 ? t('upTo', value(of)) : t('noJitter')),
    visit_percent: of => (Number(of) >= 100 ? t('allPages') : t('percent', value(of))),
    max_pages: of => t('pagesUnit', value(of)),
    max_depth: of => t('levels', value(of)),
    max_page_mb: of => t('mb', value(of)),
    max_round_mb: of => t('mb', value(of)),
    max_minutes: of => t('minutesUnit', value(of)),
    delay_ms: of => t('ms', value(of)),
    is_rendered: of => t(of ? 'yes' : 'no'),
    asset_mb: of => (Number(of) > 0 ? t('mb', value(of)) : t('noAssets')),
    charset: of => (of ? String(of) : t('charsetNone')),
    filter: of => JSON.stringify(of),
  }
  const formatters = siteFields.map(field => [field, { label: t(field), show: shows[field] }])
  return Object.fromEntries(formatters) as Record<SiteField, FieldFormatter>
}

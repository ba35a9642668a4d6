import { Alert } from 'antd'
import type { Report } from '#contract/report.api.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { useRole } from '#web/platform/session.ts'
import { flowMessages } from './flow-messages.ts'
import css from './report-page.module.css'

const maxNames = 5

/**
 * Explains to an author of the report why there is no button to publish it, who can publish, and the options of a team
 * of one.
 */
export function FourEyes({ report: { publishers } }: { report: Report }) {
  const t = useT(flowMessages)
  const locale = useLocale()
  const space = locale === 'zh-CN' ? '' : ' '
  const isAdmin = useRole() === 'admin'
  if (publishers === null) return null
  if (publishers.length === 0)
    return (
      <Alert
        className={css.banner}
        type="warning"
        title={
          <>
            {[t('ownWork'), t('noPublisher'), t(isAdmin ? 'noPublisherAdmin' : 'noPublisherAsk')].join(space)}{' '}
            {isAdmin && <PageLink to="admin_system">{t('toSetting')}</PageLink>}
          </>
        }
      />
    )
  const shown = publishers.slice(0, maxNames).map(({ name }) => name)
  const names = shown.join(locale === 'zh-CN' ? '、' : ', ')
  const more = publishers.length - maxNames
  const text = more > 0 ? t('publishersMore', { names, count: more }) : names
  return (
    <Alert className={css.banner} type="info" title={`${t('ownWork')}${space}${t('publishers', { names: text })}`} />
  )
}

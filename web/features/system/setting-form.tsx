import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { listSystemSettings, type SystemSetting, systemSettingGroups, systemSettingOf } from '#contract/system.api.ts'
import { ModelAdminRows } from '#web/features/model/model.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { systemMessages } from './messages.ts'
import { Section } from './section.tsx'
import { SettingRow } from './setting-row.tsx'
import css from './system.module.css'

/** Larger groups of settings are folded at first. */
const openUpTo = 6
const groups = Object.keys(systemSettingGroups) as (keyof typeof systemSettingGroups)[]

/** Global settings, group by group; each row is saved separately. */
export function SettingForm() {
  const t = useT(systemMessages)
  const locale = useLocale()
  const { data, error, refetch } = useQuery({ ...endpointQuery(listSystemSettings, {}), meta: { quiet: true } })
  const inGroup = (group: string): SystemSetting[] =>
    (data?.items ?? []).filter(item => systemSettingOf(item.name).group === group)
  return (
    <Section title={t('settings')} text={t('settingsText')}>
      {!data && error && (
        <Failure onRetry={() => void refetch()}>{t('settingsFailed', { reason: errorText(error) })}</Failure>
      )}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {groups
        .filter(group => inGroup(group).length > 0)
        .map(group => (
          <Group key={group} title={systemSettingGroups[group][locale]} items={inGroup(group)} last={lastRows[group]} />
        ))}
      <div className={css.group}>
        <div className="rows">
          <CoverageRow />
          <QualityRow />
          <MailboxesRow />
          <CustomFieldsRow />
        </div>
      </div>
    </Section>
  )
}

/** Links to settings that have a separate page, below the settings of their group. */
const lastRows: Partial<Record<string, ReactNode>> = {
  report: <TemplateRow />,
  screening: <ScoresRow />,
  model: <ModelAdminRows />,
}

/** A long group is folded and shows how many of its settings differ from the defaults. */
function Group({ title, items, last }: { title: string; items: SystemSetting[]; last: ReactNode }) {
  const t = useT(systemMessages)
  const rows = (
    <div className="rows">
      {items.map(item => (
        <SettingRow key={item.name} item={item} />
      ))}
      {last}
    </div>
  )
  if (items.length <= openUpTo)
    return (
      <div className={css.group}>
        <h3>{title}</h3>
        {rows}
      </div>
    )
  const changed = items.filter(item => !item.is_default).length
  return (
    <details className={css.group}>
      <summary>
        <h3>{title}</h3>
        <span className="quiet">
          {t('settingCount', { count: items.length })} ·{' '}
          {changed === 0 ? t('allDefault') : t('changedCount', { count: changed })}
        </span>
      </summary>
      {rows}
    </details>
  )
}

/** Link to the coverage page. */
function CoverageRow() {
  const t = useT(systemMessages)
  return (
    <div className="row wrap spread gap-3 gap-x-6">
      <div className={css.said}>
        <p className="strong">{t('coverage')}</p>
        <p className="quiet">{t('coverageText')}</p>
      </div>
      <PageLink to="admin_coverage">{t('toCoverage')}</PageLink>
    </div>
  )
}

/** Link to the page about the quality of screening. */
function QualityRow() {
  const t = useT(systemMessages)
  return (
    <div className="row wrap spread gap-3 gap-x-6">
      <div className={css.said}>
        <p className="strong">{t('quality')}</p>
        <p className="quiet">{t('qualityText')}</p>
      </div>
      <PageLink to="admin_screening_quality">{t('toQuality')}</PageLink>
    </div>
  )
}

/** Link to the page of mailboxes. */
function MailboxesRow() {
  const t = useT(systemMessages)
  return (
    <div className="row wrap spread gap-3 gap-x-6">
      <div className={css.said}>
        <p className="strong">{t('mailboxes')}</p>
        <p className="quiet">{t('mailboxesText')}</p>
      </div>
      <PageLink to="admin_mailbox">{t('toMailboxes')}</PageLink>
    </div>
  )
}

/** Link to the page of custom fields. */
function CustomFieldsRow() {
  const t = useT(systemMessages)
  return (
    <div className="row wrap spread gap-3 gap-x-6">
      <div className={css.said}>
        <p className="strong">{t('customFields')}</p>
        <p className="quiet">{t('customFieldsText')}</p>
      </div>
      <PageLink to="admin_custom_fields">{t('toCustomFields')}</PageLink>
    </div>
  )
}

/** Link to the page of the report template. */
function TemplateRow() {
  const t = useT(systemMessages)
  return (
    <div className="row wrap spread gap-3 gap-x-6">
      <div className={css.said}>
        <p className="strong">{t('template')}</p>
        <p className="quiet">{t('templateText')}</p>
      </div>
      <PageLink to="admin_report_template">{t('toTemplate')}</PageLink>
    </div>
  )
}

/** Link to the page of the scoring rule, which has a preview. */
function ScoresRow() {
  const t = useT(systemMessages)
  return (
    <div className="row wrap spread gap-3 gap-x-6">
      <div className={css.said}>
        <p className="strong">{t('scores')}</p>
        <p className="quiet">{t('scoresText')}</p>
      </div>
      <PageLink to="admin_screening_rule">{t('toScores')}</PageLink>
    </div>
  )
}

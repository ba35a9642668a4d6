import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { listSystemSettings, type SystemSetting, systemSettingGroups, systemSettingOf } from '#contract/system.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { ask } from '#web/platform/query.ts'
import { systemMessages } from './messages.ts'
import { Section } from './section.tsx'
import { SettingRow } from './setting-row.tsx'
import css from './system.module.css'

const groups = Object.keys(systemSettingGroups) as (keyof typeof systemSettingGroups)[]

/** What is set for everybody, group by group; each row is saved by itself. */
export function SettingForm() {
  const t = useT(systemMessages)
  const locale = useLocale()
  const { data } = useQuery(ask(listSystemSettings, {}))
  const inGroup = (group: string): SystemSetting[] =>
    (data?.items ?? []).filter(item => systemSettingOf(item.name).group === group)
  return (
    <Section title={t('settings')} text={t('settingsText')}>
      {!data && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {groups
        .filter(group => inGroup(group).length > 0)
        .map(group => (
          <div key={group} className={css.group}>
            <h3>{systemSettingGroups[group][locale]}</h3>
            {inGroup(group).map(item => (
              <SettingRow key={item.name} item={item} />
            ))}
          </div>
        ))}
    </Section>
  )
}

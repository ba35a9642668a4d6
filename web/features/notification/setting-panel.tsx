import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Segmented, Select, Skeleton, Switch } from 'antd'
import {
  digestModes,
  type Family,
  families,
  getNotificationSetting,
  mailModes,
  type NotificationSetting,
  updateNotificationSetting,
} from '#contract/notification.api.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { endpointQuery, errorText, showError } from '#web/platform/query.ts'
import { Message } from '#web/ui/frame/message.tsx'
import { familyMessages, settingMessages } from './messages.ts'
import css from './notification.module.css'

const zones = Intl.supportedValuesOf('timeZone').map(value => ({ value, label: value }))
const digestNames = { off: 'digestOff', daily: 'daily', weekly: 'weekly' } as const
const query = () => ({ ...endpointQuery(getNotificationSetting, {}) })

type Patch = Partial<Omit<NotificationSetting, 'families' | 'can_mail' | 'email'>> & {
  families?: Partial<NotificationSetting['families']>
}

/** Every change is saved at once. */
export function SettingPanel() {
  const t = useT(settingMessages)
  const { data, error, refetch } = useQuery(query())
  const client = useQueryClient()
  if (error && !data)
    return (
      <Message role="alert" title={t('failed')} text={errorText(error)}>
        <Button onClick={() => void refetch()}>{t('retry')}</Button>
      </Message>
    )
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 8 }} />

  async function change(body: Patch) {
    try {
      client.setQueryData(query().queryKey, await call(updateNotificationSetting, { body }))
      notify({ id: 'notification-setting', kind: 'success', text: t('saved') })
    } catch (failure) {
      showError(failure)
    }
  }
  const mailLine = !data.can_mail ? t('noMail') : data.email ? t('mailTo', { email: data.email }) : t('noEmail')
  return (
    <div className={css.settings}>
      <section className={`${css.levels} panel`}>
        <Row id="quiet" label={t('quiet')} explain={t('quietText')}>
          <Switch id="quiet" size="small" checked={data.quiet} onChange={quiet => void change({ quiet })} />
        </Row>
        <Row id="auto-follow" label={t('autoFollow')}>
          <Switch
            id="auto-follow"
            size="small"
            checked={data.auto_follow}
            onChange={auto_follow => void change({ auto_follow })}
          />
        </Row>
      </section>
      <section className={`${css.levels} panel`}>
        <h2 className="below-2">{t('digestTitle')}</h2>
        <p className={css.explain}>{t('digestText')}</p>
        <p className={css.explain}>{mailLine}</p>
        <div className={css.tools}>
          <Segmented
            aria-label={t('digestTitle')}
            value={data.digest}
            options={digestModes.map(value => ({ value, label: t(digestNames[value]) }))}
            onChange={digest => void change({ digest })}
          />
          <Select
            style={{ width: 220 }}
            aria-label={t('zone')}
            showSearch
            value={data.zone}
            options={zones}
            onChange={zone => void change({ zone })}
          />
        </div>
      </section>
      <section className={`${css.levels} panel`}>
        <h2 className="below-2">{t('kinds')}</h2>
        <KindTable setting={data} onChange={part => void change({ families: part })} />
      </section>
    </div>
  )
}

type KindProps = { setting: NotificationSetting; onChange: (part: Partial<NotificationSetting['families']>) => void }

function KindTable({ setting, onChange }: KindProps) {
  const t = useT(settingMessages)
  const familyName = useT(familyMessages)
  const set = (family: Family, part: Partial<NotificationSetting['families'][Family]>) =>
    onChange({ [family]: { ...setting.families[family], ...part } })
  return (
    <table className={`${css.table} table`}>
      <thead>
        <tr>
          <th scope="col" />
          <th scope="col">{t('inApp')}</th>
          <th scope="col">{t('mail')}</th>
        </tr>
      </thead>
      <tbody>
        {families
          .filter(family => family !== 'more')
          .map(family => (
            <tr key={family}>
              <th scope="row">{familyName(family)}</th>
              <td>
                <Switch
                  size="small"
                  aria-label={`${familyName(family)}: ${t('inApp')}`}
                  checked={setting.families[family].in_app}
                  onChange={in_app => set(family, { in_app })}
                />
              </td>
              <td>
                <Select
                  size="small"
                  style={{ width: 104 }}
                  aria-label={`${familyName(family)}: ${t('mail')}`}
                  value={setting.families[family].mail}
                  options={mailModes.map(value => ({ value, label: t(value) }))}
                  onChange={mail => set(family, { mail })}
                />
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}

type RowProps = { id: string; label: string; explain?: string; children: React.ReactNode }

function Row({ id, label, explain, children }: RowProps) {
  return (
    <div className={css.row}>
      <label htmlFor={id}>
        {label}
        {explain && <small className="block">{explain}</small>}
      </label>
      {children}
    </div>
  )
}

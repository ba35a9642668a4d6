import { Switch } from 'antd'
import { useId } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { changeSetting, useSetting } from '#web/platform/setting.ts'
import { modelPanelMessages } from './messages.ts'
import { useModelState } from './use-model.ts'

/** The user's own switch for the model, and their share. Nothing if the administrators do not offer it. */
export function ModelPanel({ className }: { className: string | undefined }) {
  const t = useT(modelPanelMessages)
  const id = useId()
  const state = useModelState()
  const isWanted = useSetting(setting => setting.model)
  if (!state?.is_offered) return null
  const { name, host, requests, most_requests: mostRequests, tokens, most_tokens: mostTokens } = state
  return (
    <section className={className}>
      <div className="row spread gap-5">
        <h2>{t('panel')}</h2>
        <span className="row gap-3">
          <label htmlFor={id}>{t('use')}</label>
          <Switch id={id} checked={isWanted} onChange={model => changeSetting({ model })} />
        </span>
      </div>
      <p className="faint">{t('panelText', { name: name ?? '', host: host ?? '' })}</p>
      <p className="small faint above-2">{t('share', { requests, mostRequests, tokens, mostTokens })}</p>
    </section>
  )
}

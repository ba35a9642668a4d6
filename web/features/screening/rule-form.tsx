import { Button } from 'antd'
import { useState } from 'react'
import { type ScreeningRuleState, setScreeningRule } from '#contract/screening_rule.api.ts'
import { ApiError, call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { useLeaveGuard } from '#web/platform/page.tsx'
import { refresh, setFailureHandler, showError } from '#web/platform/query.ts'
import css from './rule.module.css'
import { RuleField } from './rule-field.tsx'
import { ruleMessages } from './rule-messages.ts'
import { RulePreview } from './rule-preview.tsx'
import { type RuleField as Field, isSame, ruleOf, valuesOf, weightGroups } from './rule-values.ts'
import { usePreview } from './use-preview.ts'

/** The numbers are saved together, after a preview of their effect. */
export function RuleForm({ state }: { state: ScreeningRuleState }) {
  const t = useT(ruleMessages)
  const [values, setValues] = useState(() => valuesOf(state.rule))
  const [isSaving, setIsSaving] = useState(false)
  const { preview, start, stop, forget } = usePreview()
  const isChanged = !isSame(values, valuesOf(state.rule))
  const rule = ruleOf(values)
  const hasCompared = preview !== null && (preview.compared > 0 || preview.isComplete)
  const isSeen = hasCompared && rule !== null && isSame(valuesOf(preview.rule), values)
  useLeaveGuard(() => isChanged)
  const set = (field: Field, value: number | null) => setValues(before => ({ ...before, [field]: value }))
  const field = (name: Field) => (
    <RuleField key={name} name={name} values={values} standard={valuesOf(state.defaults)[name]} onChange={set} />
  )

  async function save() {
    if (!rule) return
    setIsSaving(true)
    try {
      await call(setScreeningRule, { body: { rule, version: state.version } })
      forget()
      notifySuccess(t('saved'))
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) setFailureHandler(error, t('stale'))
      else showError(error)
    }
    await refresh('screening')
    setIsSaving(false)
  }

  return (
    <>
      <section aria-labelledby="rule-bounds" className={css.part}>
        <h2 id="rule-bounds">{t('bounds')}</h2>
        <div className="rows">
          {field('threshold')}
          {field('strong')}
        </div>
      </section>
      <section aria-labelledby="rule-points" className={css.part}>
        <h2 id="rule-points">{t('points')}</h2>
        <p className="quiet">{t('pointsText')}</p>
        {weightGroups.map(({ title, names }) => (
          <fieldset key={title}>
            <legend className={css.group}>{t(title)}</legend>
            <div className="rows">{names.map(field)}</div>
          </fieldset>
        ))}
      </section>
      {preview && <RulePreview preview={preview} />}
      {isChanged && (
        <div className={css.bar}>
          {preview?.isRunning ? (
            <Button onClick={stop}>{t('stop')}</Button>
          ) : (
            <Button type={isSeen ? 'default' : 'primary'} disabled={!rule} onClick={() => rule && void start(rule)}>
              {t(preview ? 'previewAgain' : 'preview')}
            </Button>
          )}
          {isSeen && (
            <Button type="primary" loading={isSaving} onClick={() => void save()}>
              {t('saveAnd')}
            </Button>
          )}
          <Button
            type="text"
            onClick={() => {
              forget()
              setValues(valuesOf(state.rule))
            }}
          >
            {t('discard')}
          </Button>
        </div>
      )}
    </>
  )
}

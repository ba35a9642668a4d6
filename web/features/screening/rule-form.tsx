import { Button, InputNumber } from 'antd'
import { useId, useState } from 'react'
import { type ScreeningRuleState, setScreeningRule } from '#contract/screening_rule.api.ts'
import { ApiError, call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { useLeaveGuard } from '#web/platform/page.tsx'
import { refresh, setFailureHandler, showError } from '#web/platform/query.ts'
import css from './rule.module.css'
import { ruleMessages } from './rule-messages.ts'
import { RulePreview } from './rule-preview.tsx'
import {
  type RuleField as Field,
  faultOf,
  isAgainst,
  isSameRule,
  limitsOf,
  type RuleValues,
  ruleOf,
  valuesOf,
  weightGroups,
} from './rule-values.ts'
import { usePreview } from './use-preview.ts'

/** The numbers are saved together, after a preview of their effect. */
export function RuleForm({ state }: { state: ScreeningRuleState }) {
  const t = useT(ruleMessages)
  const [values, setValues] = useState(() => valuesOf(state.rule))
  const [isSaving, setIsSaving] = useState(false)
  const { preview, start, stop, forget } = usePreview()
  const isChanged = !isSameRule(values, valuesOf(state.rule))
  const rule = ruleOf(values)
  const hasCompared = preview !== null && (preview.compared > 0 || preview.isComplete)
  const isSeen = hasCompared && rule !== null && isSameRule(valuesOf(preview.rule), values)
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

type Props = {
  name: Field
  values: RuleValues
  /** The default value. */
  standard: number | null
  onChange: (name: Field, value: number | null) => void
}

/** One number: its purpose, whether it adds or subtracts, its range. */
function RuleField({ name, values, standard, onChange }: Props) {
  const t = useT(ruleMessages)
  const id = useId()
  const bounds = limitsOf(name)
  const fault = faultOf(values, name)
  const isBound = name === 'threshold' || name === 'strong'
  const inWords = { min: String(bounds.min), max: String(bounds.max) }
  return (
    <div className={css.field}>
      <div className={css.said}>
        <label htmlFor={id} className="strong">
          {t(name)}
        </label>
        <p id={`${id}-text`} className="quiet">
          {t(`${name}Text`)}{' '}
          <span className="small faint">{t('byDefault', { value: String(standard), ...inWords })}</span>
        </p>
      </div>
      <div className={css.number}>
        {/* Without min and max: the control would replace a number out of range. */}
        <InputNumber
          id={id}
          className={css.amount}
          prefix={isBound ? undefined : t(isAgainst(name) ? 'takes' : 'adds')}
          suffix={t('unit')}
          precision={1}
          formatter={value => (value === undefined ? '' : String(Number(value)))}
          aria-describedby={fault ? `${id}-fault` : `${id}-text`}
          aria-invalid={fault !== null}
          {...(fault !== null && { status: 'error' as const })}
          value={values[name]}
          onChange={value => onChange(name, typeof value === 'number' ? value : null)}
        />
        {fault && (
          <p id={`${id}-fault`} role="alert" className="small danger">
            {t(fault, inWords)}
          </p>
        )}
      </div>
    </div>
  )
}

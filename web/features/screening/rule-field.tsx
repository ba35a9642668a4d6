import { InputNumber } from 'antd'
import { useId } from 'react'
import { useT } from '#web/platform/i18n.ts'
import css from './rule.module.css'
import { ruleMessages } from './rule-messages.ts'
import { type RuleField as Field, faultOf, isAgainst, limitsOf, type RuleValues } from './rule-values.ts'

type Props = {
  name: Field
  values: RuleValues
  /** The default value. */
  standard: number | null
  onChange: (name: Field, value: number | null) => void
}

/** One number: its purpose, whether it adds or subtracts, its range. */
export function RuleField({ name, values, standard, onChange }: Props) {
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

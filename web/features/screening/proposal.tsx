import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { identifierKey } from '#contract/identifier-key.ts'
import { schemeOf } from '#contract/identifier-scheme.ts'
import type { ScreeningDetail, ScreeningProposal } from '#contract/screening.api.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { useDangerLevelName } from '#web/ui/danger-level.tsx'
import css from './decide.module.css'
import { screeningMessages } from './messages.ts'

export type AppliedProposal = { level: boolean; names: string[]; numbers: string[] }

/** Everything ticked. */
export const allOf = ({ level, names, numbers }: ScreeningProposal): AppliedProposal => ({
  level: level !== null,
  names,
  numbers: numbers.map(identifierKey),
})
const none: AppliedProposal = { level: false, names: [], numbers: [] }

/**
 * Initial ticks: all for a strong hit, none for a weaker one. The level is ticked only if the list contains sanctions.
 */
export const tickedOf = ({ proposal, is_strong, restriction }: ScreeningDetail): AppliedProposal => {
  if (!is_strong) return none
  const all = allOf(proposal)
  return { ...all, level: all.level && restriction === 'blocking' }
}
export const isNothing = ({ level, names, numbers }: AppliedProposal) => !level && names.length + numbers.length === 0

type Props = { proposal: ScreeningProposal; value: AppliedProposal; onChange: (value: AppliedProposal) => void }

/** The changes that "same" makes to the record, each with a checkbox. */
export function Proposal({ proposal, value, onChange }: Props) {
  const t = useT(screeningMessages)
  const levelName = useDangerLevelName()
  const locale = useLocale()
  const { level, names, numbers, source } = proposal
  const toggled = (list: readonly string[], item: string) =>
    list.includes(item) ? list.filter(each => each !== item) : [...list, item]
  return (
    <fieldset className={css.proposal}>
      <legend className="small quiet">
        {t('ifSame')}
        {names.length + numbers.length > 0 && (
          <> · {source ? t('saidBy', { source: source.name }) : t('saidByNobody')}</>
        )}
      </legend>
      {level !== null && (
        <Tick isOn={value.level} onToggle={() => onChange({ ...value, level: !value.level })}>
          {t('setLevel')} {levelName('受制裁')}{' '}
          <span className="quiet">{t('levelBefore', { level: levelName(level) })}</span>
        </Tick>
      )}
      {names.map(name => (
        <Tick
          key={name}
          isOn={value.names.includes(name)}
          onToggle={() => onChange({ ...value, names: toggled(value.names, name) })}
        >
          <span className="quiet">{t('addName')}</span> {name}
        </Tick>
      ))}
      {numbers.map(number => {
        const key = identifierKey(number)
        return (
          <Tick
            key={key}
            isOn={value.numbers.includes(key)}
            onToggle={() => onChange({ ...value, numbers: toggled(value.numbers, key) })}
          >
            <span className="quiet">{number.label ?? schemeOf(number.scheme)?.label[locale] ?? t('addNumber')}</span>{' '}
            <span className="mono">{number.value}</span>
          </Tick>
        )
      })}
    </fieldset>
  )
}

function Tick({ isOn, onToggle, children }: { isOn: boolean; onToggle: () => void; children: ReactNode }) {
  return (
    <Checkbox className={css.tick} checked={isOn} onChange={onToggle}>
      {children}
    </Checkbox>
  )
}

import { Input } from 'antd'
import { useId } from 'react'
import { useT } from '#web/platform/i18n.ts'
import type { Search } from '#web/platform/url.ts'
import css from './list.module.css'
import type { FilterConfig, FilterOption } from './list-config.ts'
import { listMessages } from './messages.ts'

export type FilterPanelProps<F extends FilterConfig = FilterConfig> = {
  filter: F
  values: Search
  /** `undefined` or empty removes the filter. */
  onChange: (patch: Record<string, string | string[] | undefined>) => void
}

export function toggleValue(chosen: readonly string[], value: string, isOn: boolean): string[] {
  return isOn ? [...chosen, value] : chosen.filter(each => each !== value)
}

export function FindBox({ text, onText }: { text: string; onText: (text: string) => void }) {
  const t = useT(listMessages)
  return (
    <Input
      className="below-2"
      value={text}
      placeholder={t('findOption')}
      aria-label={t('findOption')}
      onChange={event => onText(event.target.value)}
    />
  )
}

type OptionRowProps = {
  option: FilterOption
  isChecked: boolean
  isPartly?: boolean
  isDisabled?: boolean
  onToggle: (isOn: boolean) => void
}

export function OptionRow({ option, isChecked, isPartly = false, isDisabled = false, onToggle }: OptionRowProps) {
  const id = useId()
  return (
    <label className={css.option} htmlFor={id} title={option.label}>
      <input
        id={id}
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        ref={box => {
          if (box) box.indeterminate = isPartly
        }}
        onChange={event => onToggle(event.target.checked)}
      />
      {option.icon}
      <span className="grow ellipsis">{option.label}</span>
      {option.count !== undefined && <span className="faint">{option.count}</span>}
    </label>
  )
}

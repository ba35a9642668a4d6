import { Copy } from 'lucide-react'
import type { ContactRead, IdentifierRead } from '#contract/identifier.api.ts'
import { tidyValue } from '#contract/identifier-key.ts'
import { schemeOf } from '#contract/identifier-scheme.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifyError, notifySuccess } from '#web/platform/notice.ts'
import { OutLink } from '#web/ui/out-link.tsx'
import { useNumberMore, useSchemeName } from '#web/ui/schema/number-text.ts'
import css from './identifier.module.css'
import { identifierMessages } from './messages.ts'
import { Carriers, type IdentifierCheckItem } from './state.tsx'
import { type CheckedRecord, useCheck } from './use-check.ts'

/** The identifiers of a record with their schemes, for copying. A doubt is shown discreetly. */
export function IdentifierFacts({ items, ...of }: CheckedRecord & { items: readonly IdentifierRead[] }) {
  const states = useCheck(of, items)
  return <Rows items={items} stateAt={place => states?.[place]} noun={of.noun} />
}

/** Accounts and contact details in addition to those of the record’s own fields. */
export function ContactFacts({ items }: { items: readonly ContactRead[] }) {
  return <Rows items={items} />
}

/** Details of a field's value: the owner of a phone number, its dates. */
export function FirstMore({ row }: { row: ContactRead | undefined }) {
  const more = useNumberMore()(row ?? {})
  return more ? <div className="small quiet break">{more}</div> : null
}

type Rows = {
  items: readonly (ContactRead & { country?: string | null })[]
  stateAt?: (place: number) => IdentifierCheckItem | undefined
  noun?: CheckedRecord['noun']
}

/** The value first; its scheme and details are below. */
function Rows({ items, stateAt, noun }: Rows) {
  const schemeName = useSchemeName()
  const moreOf = useNumberMore()
  return (
    <ul className={css.numbers}>
      {items.map((item, place) => {
        const state = stateAt?.(place)
        const more = moreOf(item)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are rendered again with their record.
          <li key={place}>
            <div className="flex at-top gap-1">
              <span className={`shrink break${noun ? ' mono' : ''}`}>
                <OutLink address={pageOf(item)} text={item.value} />
              </span>
              <CopyButton value={item.value} />
            </div>
            <div className="small quiet break">{[schemeName(item), more].filter(Boolean).join(' · ')}</div>
            {state && noun && <Carriers state={state} noun={noun} />}
          </li>
        )
      })}
    </ul>
  )
}

/** The page that shows the account or contact; without one, the value itself, which may be an address. */
function pageOf({ scheme, value }: ContactRead): string {
  const { page, form } = schemeOf(scheme) ?? {}
  const isPlain = form ? form.test(value) : /^[\p{L}\p{N}._-]+$/u.test(value)
  return page && isPlain && tidyValue(scheme, value) === value ? page.replace('{}', encodeURIComponent(value)) : value
}

function CopyButton({ value }: { value: string }) {
  const t = useT(identifierMessages)
  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      notifySuccess(t('copied'))
    } catch {
      notifyError(t('copyFailed'))
    }
  }
  return (
    <button
      type="button"
      className={css.copy}
      aria-label={t('copyNamed', { value })}
      title={t('copy')}
      onClick={() => void copy()}
    >
      <Copy size={14} aria-hidden />
    </button>
  )
}

import { useT } from '#web/platform/i18n.ts'
import type { FactAttrs } from '../body/body-types.ts'
import type { Numbers } from '../body/evidence-numbers.ts'
import css from './fact.module.css'
import { factMessages } from './fact-messages.ts'
import { FactOf } from './fact-of.tsx'
import { FactWords } from './fact-words.tsx'

/** The id of an entry in the list of evidence. */
export const entryId = (prefix: string, number: number) => `${prefix}e${number}`

/** A fact as a report cites it: a sentence, and a number for each piece of its evidence, which leads to it. */
export function CitedFact({ attrs, numbers }: { attrs: FactAttrs; numbers: Numbers }) {
  const t = useT(factMessages)
  const { id, cites } = attrs
  const all = [...new Set(cites.flatMap(cite => numbers.ofCite(cite) ?? []))]
  return (
    <span>
      <FactOf attrs={attrs} />
      {id !== null && <FactWords attrs={attrs} />}
      {all.map(number => (
        <sup key={number} className={css.number}>
          <button
            type="button"
            aria-label={t('toEvidence', { number: String(number) })}
            onClick={() => document.getElementById(entryId(numbers.prefix, number))?.focus()}
          >
            [{number}]
          </button>
        </sup>
      ))}
    </span>
  )
}

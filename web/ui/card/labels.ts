import { type Fields, type Written, writtenOf } from '#contract/card.ts'
import { useLocale } from '#web/platform/locale.ts'

/** What a card calls its fields, in the reader's language. */
export function useLabels<F extends Fields>(card: F): (name: keyof F & string) => string {
  const locale = useLocale()
  return name => (card as Fields)[name]!.label[locale]
}

/** Names of the fields that stand among the facts of a record's page, in the card's order. */
export function factNames<F extends Fields>(card: F): Written<F>[] {
  return writtenOf(card).filter(name => card[name]?.isFact)
}

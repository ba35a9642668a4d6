import type { MatchFeature } from '#contract/screening.ts'
import { useT } from '#web/platform/i18n.ts'
import { useRegionName } from '#web/ui/region-name.ts'
import { briefMessages, isKnownCode, ownMessages, sentenceMessages } from './feature-messages.ts'
import { screeningMessages } from './messages.ts'

/** What weighs most comes first: a name that is the same says more than a country. */
export const byWeight = (features: readonly MatchFeature[]): MatchFeature[] =>
  features.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))

const shownInBrief = 3

/** Why a pair is likely, in one short line. */
export function useBrief(): (features: readonly MatchFeature[]) => string {
  const t = useT(briefMessages)
  const words = useT(screeningMessages)
  return features =>
    byWeight(features)
      .slice(0, shownInBrief)
      .map(({ code }) => (isKnownCode(code) ? t(code) : code))
      .join(words('semicolon'))
}

/** One reason as a sentence; a code that this client does not know yet stands for itself. */
export function useSentence(own: keyof (typeof ownMessages)['zh-CN']): (feature: MatchFeature) => string {
  const t = useT(sentenceMessages)
  const owner = useT(ownMessages)
  const words = useT(screeningMessages)
  const regionName = useRegionName()
  const shown = (code: string, text: string) => {
    if (code.endsWith('_country')) return text.split(', ').map(regionName).join(words('comma'))
    if (code.endsWith('_sex')) return text === 'male' || text === 'female' ? words(text) : text
    return text
  }
  return ({ code, a, b }) =>
    isKnownCode(code) ? t(code, { a: shown(code, a), b: shown(code, b), own: owner(own) }) : `${code}: ${a} / ${b}`
}

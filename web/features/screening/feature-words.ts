import type { MatchFeature } from '#contract/screening.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { useRegionName } from '#web/ui/region-name.ts'
import { featureSummaryMessages, isKnownCode, ownMessages, sentenceMessages } from './feature-messages.ts'
import { screeningMessages } from './messages.ts'

/** The strongest evidence comes first: an equal name counts more than a country. */
export const byWeight = (features: readonly MatchFeature[]): MatchFeature[] =>
  features.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))

const maxSummaryFeatures = 3

/** The evidence for a pair in one short line. */
export function useFeatureSummary(): (features: readonly MatchFeature[]) => string {
  const t = useT(featureSummaryMessages)
  const words = useT(screeningMessages)
  return features =>
    byWeight(features)
      .slice(0, maxSummaryFeatures)
      .map(({ code }) => (isKnownCode(code) ? t(code) : code))
      .join(words('semicolon'))
}

/** One piece of evidence as a sentence; a code unknown to this client is shown as it is. */
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

import { bilingual } from '#contract/bilingual.ts'
import { reasonTexts } from '#contract/match-reason.ts'
import type { MatchFeature } from '#contract/screening.api.ts'
import { fillPlaceholders } from '#contract/text.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { useRegionName } from '#web/ui/region-name.ts'
import { screeningMessages } from './messages.ts'

/** The name of the left side. */
const ownSides = {
  record: bilingual('记录', 'the record'),
  file: bilingual('文件', 'the file'),
  question: bilingual('查询', 'the query'),
}

/** The strongest evidence comes first: an equal name counts more than a country. */
export const byWeight = (features: readonly MatchFeature[]): MatchFeature[] =>
  features.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))

const maxSummaryFeatures = 3

/** The evidence for a pair in one short line. */
export function useFeatureSummary(): (features: readonly MatchFeature[]) => string {
  const locale = useLocale()
  const words = useT(screeningMessages)
  return features =>
    byWeight(features)
      .slice(0, maxSummaryFeatures)
      .map(({ code }) => reasonTexts(code)?.summary[locale] ?? code)
      .join(words('semicolon'))
}

/** One piece of evidence as a sentence; a code of another version of the console is shown as it is. */
export function useSentence(own: keyof typeof ownSides): (feature: MatchFeature) => string {
  const locale = useLocale()
  const words = useT(screeningMessages)
  const regionName = useRegionName()
  const shown = (code: string, text: string) => {
    if (code.endsWith('_country')) return text.split(', ').map(regionName).join(words('comma'))
    if (code.endsWith('_sex')) return text === 'male' || text === 'female' ? words(text) : text
    return text
  }
  return ({ code, a, b }) =>
    fillPlaceholders(reasonTexts(code)?.sentence[locale] ?? `${code}: {a} / {b}`, {
      a: shown(code, a),
      b: shown(code, b),
      own: ownSides[own][locale],
    })
}

/** The evidence for a pair of a record and an entry, one sentence each, the strongest first. */
export function useFeatureSentences(): (features: readonly MatchFeature[]) => string[] {
  const sentence = useSentence('record')
  return features => byWeight(features).map(sentence)
}

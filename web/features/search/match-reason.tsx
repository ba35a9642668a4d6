import type { SearchReason } from '#contract/search.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { searchMessages } from './messages.ts'

/** The reason for a result, in words. */
export function useWhyWord(): (why: { by: SearchReason; text: string | null }) => string {
  const t = useT(searchMessages)
  return ({ by, text }) => {
    if (by === 'alias') return text ? t('byAlias', { text }) : t('byAliasOnly')
    const words = {
      name: 'byName',
      pinyin: 'byPinyin',
      initials: 'byInitials',
      identifier: 'byIdentifier',
      title: 'byTitle',
      text: 'byText',
    } as const
    return t(words[by])
  }
}

import type { Upload } from '#contract/upload.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { flagMessages } from './looks-messages.ts'

/** The explanation of each flag of an upload, with numbers if they are known. */
export function useFlagText({
  text_counts: counts,
}: Pick<Upload, 'text_counts'>): (flag: Upload['flags'][number]) => string {
  const t = useT(flagMessages)
  return flag => {
    if (!counts) return t(`${flag}Text`)
    const { pages, pages_read: read } = counts
    if (flag === 'slow' && read < pages) return t('slowPages', { pages, read })
    if (flag === 'unread_chars') return t('unread_charsCount', { chars: counts.chars, unread: counts.unread_chars })
    if (flag === 'picture_pages') return t('picture_pagesCount', { pages, pictures: counts.picture_pages })
    if (flag === 'broken_pages') return t('broken_pagesCount', { pages, broken: counts.broken_pages })
    return t(`${flag}Text`)
  }
}

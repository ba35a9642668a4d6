import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getRescan } from '#contract/word.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { endpointQuery } from '#web/platform/query.ts'
import { wordMessages } from './messages.ts'
import css from './word.module.css'

/**
 * Reports that no word is searched for and links to the words, otherwise renders `children`. For roles that can edit
 * the words.
 */
export function NoWords({ children = null }: { children?: ReactNode }) {
  const t = useT(wordMessages)
  const { data, isPending } = useQuery({ ...endpointQuery(getRescan, {}) })
  if (isPending) return null
  if (data?.words !== 0) return children
  return (
    <p className={css.noWords} role="status">
      {t('noWords')} <PageLink to="admin_words">{t('noWordsAct')}</PageLink>
    </p>
  )
}

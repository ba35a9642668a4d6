import type { Round } from '#contract/site.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { roundMessages } from './round-messages.ts'

/** The number of unread differences of a round; reviewers get a link to them. */
export function DiffsLink({ round }: { round: Round }) {
  const t = useT(roundMessages)
  if (round.diffs_waiting === 0) return null
  return (
    <PageLink to="admin_diff" search={{ og_id: round.og_id, round: round.number }} className="strong">
      {t('diffs', { count: round.diffs_waiting })}
    </PageLink>
  )
}

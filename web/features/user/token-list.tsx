import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { listTokens } from '#contract/token.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useModal } from '#web/platform/modal.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { AccessList, useEnding } from './access-list.tsx'
import { CommandLine } from './command-line.tsx'
import { NewToken } from './new-token.tsx'
import { tokenMessages } from './token-messages.ts'
import { stopToken } from './user.ts'

type Props = { userId: number; canCreate: boolean; isOfOther?: boolean }

/** The access tokens of a user: a new one, the last use of each, and a button to revoke it. */
export function TokenList({ userId, canCreate, isOfOther = false }: Props) {
  const t = useT(tokenMessages)
  const modal = useModal()
  const tokensQuery = useQuery({ ...endpointQuery(listTokens, { params: { id: userId } }), meta: { quiet: true } })
  const { ending, end } = useEnding<number>()
  async function revoke(id: number, name: string) {
    const isSure = await modal.confirm({
      title: t('revokeTitle', { name }),
      content: t('revokeText'),
      okText: t('revoke'),
      okButtonProps: { danger: true },
      cancelText: t('keep'),
      focusable: { autoFocusButton: 'cancel' },
    })
    if (!isSure) return
    await end(id, async () => {
      await stopToken(userId, id)
      return t('revoked', { name })
    })
  }
  const otherText = t(tokensQuery.data?.length === 0 && !canCreate ? 'none' : 'textOfOther')
  return (
    <AccessList
      title={t('title')}
      text={isOfOther ? otherText : t('text')}
      query={tokensQuery}
      ending={ending}
      before={canCreate && <NewToken userId={userId} />}
      after={!isOfOther && <CommandLine />}
      ways={(tokensQuery.data ?? []).map(({ id, name, hint, scopes, addresses, ...token }) => ({
        id,
        icon: KeyRound,
        name: (
          <>
            {name} <span className="mono small faint">{t('hint', { hint })}</span>
          </>
        ),
        facts: [
          scopes.map(scope => t(scope)).join(' · '),
          Date.parse(token.expires_at) < Date.now()
            ? t('expired')
            : t('until', { at: formatInstant(token.expires_at) }),
          token.last_used_at === null
            ? t('unused')
            : t('used', { at: formatInstant(token.last_used_at), address: token.last_address ?? '' }),
          ...(addresses.length > 0 ? [t('from', { networks: addresses.join(', ') })] : []),
        ],
        end: { label: t('revoke'), spoken: t('revokeNamed', { name }), run: () => void revoke(id, name) },
      }))}
    />
  )
}

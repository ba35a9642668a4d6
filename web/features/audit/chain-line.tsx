import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { type AuditChain, getAuditChain, verifyAuditChain } from '#contract/audit.api.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery, pollWhile, refresh, showError } from '#web/platform/query.ts'
import css from './audit.module.css'
import { auditMessages } from './messages.ts'

const pollMs = 2_000

/** Shows above the list whether the hash chain of the audit log is intact, and up to which entry that was verified. */
export function ChainLine() {
  const t = useT(auditMessages)
  const { data } = useQuery({
    ...endpointQuery(getAuditChain, {}),
    refetchInterval: pollWhile(({ is_verifying }) => is_verifying, pollMs),
  })
  if (!data) return null
  const { type, text } = sentenceOf(t, data)
  async function verify() {
    try {
      await call(verifyAuditChain, {})
    } catch (error) {
      showError(error)
    }
    await refresh('audit_chain')
  }
  return (
    <Alert
      className={css.chain}
      type={type}
      showIcon
      role="status"
      title={text}
      action={
        <Button size="small" loading={data.is_verifying} onClick={() => void verify()}>
          {t(data.is_verifying ? 'verifying' : 'verify')}
        </Button>
      }
    />
  )
}

type TranslateFn = ReturnType<typeof useT<(typeof auditMessages)['zh-CN']>>

function sentenceOf(
  t: TranslateFn,
  { verified, unsealed }: AuditChain,
): { type: 'success' | 'info' | 'error'; text: string } {
  const waiting = unsealed > 0 ? t('chainWaiting', { count: unsealed }) : ''
  if (!verified) return { type: 'info', text: t('chainNever') + waiting }
  const at = formatInstant(verified.at)
  const { fault } = verified
  if (fault) {
    const kind = t(fault.kind === 'erased' ? 'erasedFault' : fault.kind)
    return {
      type: 'error',
      text: t('chainBroken', { at, table: fault.trail, id: String(fault.id), seal: fault.seal, kind }),
    }
  }
  return {
    type: 'success',
    text: t('chainOk', { at, count: verified.entries, seal: verified.head?.id ?? 0 }) + waiting,
  }
}

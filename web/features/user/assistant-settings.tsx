import { Button, Input } from 'antd'
import { Copy } from 'lucide-react'
import { useT } from '#web/platform/i18n.ts'
import { notifyError, notifySuccess } from '#web/platform/notice.ts'
import { tokenMessages } from './token-messages.ts'

/** The lines that the client of an assistant needs to reach this console. */
export function AssistantSettings({ secret }: { secret: string }) {
  const t = useT(tokenMessages)
  const og = { type: 'http', url: `${location.origin}/mcp`, headers: { Authorization: `Bearer ${secret}` } }
  const lines = JSON.stringify({ mcpServers: { og } }, null, 2)
  async function copy() {
    try {
      await navigator.clipboard.writeText(lines)
      notifySuccess(t('copiedSettings'))
    } catch {
      notifyError(t('copyFailed'))
    }
  }
  return (
    <div className="stack gap-2 below-4">
      <Input.TextArea
        readOnly
        className="mono"
        aria-label={t('settings')}
        autoSize
        value={lines}
        onFocus={event => event.target.select()}
      />
      <Button icon={<Copy size={14} aria-hidden />} onClick={() => void copy()}>
        {t('copySettings')}
      </Button>
    </div>
  )
}

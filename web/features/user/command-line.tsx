import { Button } from 'antd'
import { Copy } from 'lucide-react'
import { useT } from '#web/platform/i18n.ts'
import { useCopy } from '#web/ui/secret/use-copy.ts'
import css from './info.module.css'
import { tokenMessages } from './token-messages.ts'

/** How to install the command line `og` from this console: two lines to copy. */
export function CommandLine() {
  const t = useT(tokenMessages)
  const copy = useCopy()
  const { origin } = window.location
  const lines = `curl -fsSo og ${origin}/og.mjs && chmod +x og\n./og login ${origin}`
  return (
    <div className="above-4">
      <h3>{t('commandLine')}</h3>
      <p className="small faint">{t('commandLineText')}</p>
      <div className="row wrap gap-3 above-2">
        <pre className={css.commands}>{lines}</pre>
        <Button icon={<Copy size={14} aria-hidden />} aria-label={t('copyCommands')} onClick={() => void copy(lines)} />
      </div>
    </div>
  )
}

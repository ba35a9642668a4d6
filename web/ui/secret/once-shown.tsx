import { Button, Input } from 'antd'
import { Copy } from 'lucide-react'
import { useT } from '#web/platform/i18n.ts'
import { onceMessages } from './messages.ts'
import css from './once-shown.module.css'
import { useCopy } from './use-copy.ts'

type Props = { title: string; secret: string; howTo: string; onAnother: () => void }

/** A secret that the server stores only as a hash, with a button to copy it. */
export function OnceShown({ title, secret, howTo, onAnother }: Props) {
  const t = useT(onceMessages)
  const copy = useCopy()
  return (
    <div className="below-4" role="status">
      <p>{title}</p>
      <div className="row wrap gap-3 above-2">
        <Input
          readOnly
          className={css.longInput}
          aria-label={title}
          value={secret}
          onFocus={event => event.target.select()}
        />
        <Button type="primary" autoFocus icon={<Copy size={14} aria-hidden />} onClick={() => void copy(secret)}>
          {t('copy')}
        </Button>
        <Button onClick={onAnother}>{t('another')}</Button>
      </div>
      <p className="small faint above-2">{howTo}</p>
    </div>
  )
}

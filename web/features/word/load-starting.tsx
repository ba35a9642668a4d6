import { Button } from 'antd'
import { BookOpenCheck } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { wordMessages } from './messages.ts'
import { loadStarting } from './word.ts'

/** A button that loads the words that come with the product. */
export function LoadStarting() {
  const t = useT(wordMessages)
  const [isBusy, setIsBusy] = useState(false)
  async function load() {
    setIsBusy(true)
    await loadStarting()
    setIsBusy(false)
  }
  return (
    <Button type="primary" icon={<BookOpenCheck size={16} aria-hidden />} loading={isBusy} onClick={() => void load()}>
      {t('loadStarting')}
    </Button>
  )
}

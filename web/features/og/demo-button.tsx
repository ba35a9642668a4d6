import { Button } from 'antd'
import { useState } from 'react'
import { loadDemo } from '#contract/demo.api.ts'
import { mergeEntities } from '#contract/registry.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { refresh, showError } from '#web/platform/query.ts'
import { ogListMessages } from './messages.ts'

/** Fills an empty console with demonstration records. */
export default function DemoButton() {
  const t = useT(ogListMessages)
  const [isLoading, setIsLoading] = useState(false)
  const load = async () => {
    setIsLoading(true)
    try {
      const { record_count: count } = await call(loadDemo, {})
      notifySuccess(t('demoLoaded', { count }))
    } catch (error) {
      showError(error)
    }
    await refresh(...mergeEntities, 'og_cate', 'dashboard')
    setIsLoading(false)
  }
  return (
    <Button loading={isLoading} onClick={() => void load()}>
      {t('loadDemo')}
    </Button>
  )
}

import { Tabs } from 'antd'
import { useT } from '#web/platform/i18n.ts'
import { one, usePage } from '#web/platform/page.tsx'
import { PageFrame } from '#web/ui/frame/page-frame.tsx'
import { ErasureTab } from './erasure-tab.tsx'
import { erasureMessages } from './messages.ts'
import { RetentionTab } from './retention-tab.tsx'

/** `/admin/erasure`: erasure and export of a person's data, and retention periods. */
export default function ErasurePage() {
  const t = useT(erasureMessages)
  const { search, setSearch } = usePage()
  const tabs = [
    { key: 'erasure', label: t('erasures'), children: <ErasureTab /> },
    { key: 'retention', label: t('retention'), children: <RetentionTab /> },
  ]
  return (
    <PageFrame title={t('title')} text={t('titleText')}>
      <Tabs
        activeKey={one(search.tab) === 'retention' ? 'retention' : 'erasure'}
        onChange={key => setSearch({ tab: key === 'erasure' ? null : key }, { replace: true })}
        items={tabs}
        destroyOnHidden
      />
    </PageFrame>
  )
}

import { Drawer, Tabs } from 'antd'
import { editors } from '#contract/role.ts'
import { useT } from '#web/platform/i18n.ts'
import { useRole } from '#web/platform/session.ts'
import { ExportTab } from './export-tab.tsx'
import { ImportTab } from './import-tab.tsx'
import css from './interchange.module.css'
import { interchangeMessages } from './messages.ts'

const widthPx = 840

/**
 * Exports records and links to other systems, and imports them. Closing it stops nothing. `openId`: an import to
 * resume.
 */
export default function InterchangeDialog({ openId, onClose }: { openId?: number; onClose: () => void }) {
  const t = useT(interchangeMessages)
  const role = useRole()
  const mayImport = editors.some(editor => editor === role)
  const out = { key: 'export', label: t('export'), children: <ExportTab /> }
  const into = { key: 'import', label: t('import'), children: <ImportTab openId={openId} onClose={onClose} /> }
  return (
    <Drawer
      open
      title={t('title')}
      size={`min(${widthPx}px, 100vw)`}
      onClose={onClose}
      closable={{ 'aria-label': t('close') }}
    >
      <Tabs
        className={css.tabs}
        defaultActiveKey={openId === undefined ? 'export' : 'import'}
        items={mayImport ? [out, into] : [out]}
      />
    </Drawer>
  )
}

import { Button } from 'antd'
import { X } from 'lucide-react'
import type { GraphNode } from '#contract/relation.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { relationMessages } from './messages.ts'
import { NodeMark } from './node-mark.tsx'
import css from './relation.module.css'
import { NodeLink } from './table-view.tsx'

/** The head of the card of a chosen node: its mark, its name as a link, and a button that closes the card. */
export function NodeHead({ node, onClose }: { node: GraphNode; onClose: () => void }) {
  const t = useT(relationMessages)
  return (
    <div className={css.named}>
      <NodeMark node={node} />
      <strong>
        <NodeLink node={node} />
      </strong>
      <Button
        type="text"
        size="small"
        className="push"
        aria-label={t('close')}
        icon={<X size={14} />}
        onClick={onClose}
      />
    </div>
  )
}

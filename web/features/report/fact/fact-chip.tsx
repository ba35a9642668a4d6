import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react'
import { Button } from 'antd'
import { useState } from 'react'
import { listClaims } from '#contract/claim.api.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { showError } from '#web/platform/query.ts'
import body from '../body/body.module.css'
import { bodyMessages } from '../body/body-messages.ts'
import type { FactAttrs } from '../body/body-types.ts'
import edit from '../editor/editor.module.css'
import { claimsOf, factAttrs } from './cites-of.ts'
import { factMessages } from './fact-messages.ts'
import { FactWords } from './fact-words.tsx'

/**
 * A fact while the text is edited: its number of citations, and a button to cite the record's present value if that
 * differs.
 */
export function FactChip({ node, selected, updateAttributes }: NodeViewProps) {
  const t = useT(factMessages)
  const word = useT(bodyMessages)
  const [isBusy, setIsBusy] = useState(false)
  const attrs = node.attrs as FactAttrs
  const { noun, id, label, field, cites, now } = attrs
  const present = now?.value ?? null
  async function takePresent() {
    if (id === null || field === null) return
    setIsBusy(true)
    try {
      const { items } = await call(listClaims, { query: { noun, record_id: String(id) } })
      const claims = claimsOf(items, field, present)
      updateAttributes({ ...factAttrs({ noun, id, label: label ?? '', field, value: present, claims }), now: null })
    } catch (error) {
      showError(error)
    }
    setIsBusy(false)
  }
  if (id === null)
    return (
      <NodeViewWrapper as="span" className={edit.atom} data-selected={selected || undefined}>
        <span className={body.withheld} title={word('withheldText')}>
          {word('withheld')}
        </span>
      </NodeViewWrapper>
    )
  return (
    <NodeViewWrapper as="span" className={edit.atom} data-selected={selected || undefined}>
      <span title={t('fact')}>
        <span className={body.mention}>{label || `#${id}`}</span>
        <FactWords attrs={attrs} /> <span className="small faint">[{t('sources', { count: cites.length })}]</span>
        {present !== null && (
          <Button size="small" type="link" loading={isBusy} onClick={() => void takePresent()}>
            {t('now')}
          </Button>
        )}
      </span>
    </NodeViewWrapper>
  )
}

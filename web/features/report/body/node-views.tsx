import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react'
import { Button, Input, Slider } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { editMessages } from '../editor/edit-messages.ts'
import edit from '../editor/editor.module.css'
import css from './body.module.css'
import { bodyMessages } from './body-messages.ts'
import { Evidence } from './body-parts.tsx'
import type { EvidenceAttrs, ImageAttrs, MentionAttrs } from './body-types.ts'
import { ReportPicture } from './picture.tsx'

const EvidenceDialog = lazy(() => import('../editor/evidence-dialog.tsx'))

/** A mention while it is edited: not a link, so that it is not followed by accident. */
export function MentionChip({ node, selected }: NodeViewProps) {
  const t = useT(bodyMessages)
  const { noun, id, label } = node.attrs as MentionAttrs
  return (
    <NodeViewWrapper as="span" className={edit.atom} data-selected={selected || undefined}>
      <span className={id === null ? css.withheld : css.mention} title={id === null ? t('withheldText') : t(noun)}>
        {id === null ? t('withheld') : label || `#${id}`}
      </span>
    </NodeViewWrapper>
  )
}

/** Evidence while it is edited, with buttons to change and remove it. */
export function EvidenceBlock({ node, selected, updateAttributes, deleteNode }: NodeViewProps) {
  const t = useT(editMessages)
  const [isOpen, setIsOpen] = useState(false)
  const attrs = node.attrs as EvidenceAttrs
  const isWithheld = attrs.id === null
  return (
    <NodeViewWrapper className={edit.blockAtom} data-selected={selected || undefined} data-drag-handle>
      <Evidence attrs={attrs} />
      <div className={edit.blockActs} contentEditable={false}>
        {!isWithheld && (
          <Button size="small" onClick={() => setIsOpen(true)}>
            {t('change')}
          </Button>
        )}
        <Button size="small" onClick={deleteNode}>
          {t('remove')}
        </Button>
      </div>
      {isOpen && (
        <Suspense>
          <EvidenceDialog
            evidence={attrs}
            onClose={() => setIsOpen(false)}
            onDone={next => {
              updateAttributes(next)
              setIsOpen(false)
            }}
          />
        </Suspense>
      )}
    </NodeViewWrapper>
  )
}

/** A picture while the text is edited: caption and width are changed in place. */
export function PictureBlock({ node, selected, updateAttributes, deleteNode }: NodeViewProps) {
  const t = useT(editMessages)
  const attrs = node.attrs as ImageAttrs
  return (
    <NodeViewWrapper className={edit.blockAtom} data-selected={selected || undefined} data-drag-handle>
      <ReportPicture attrs={attrs} />
      <div className={edit.blockActs} contentEditable={false}>
        <Input
          size="small"
          value={attrs.alt}
          maxLength={500}
          aria-label={t('pictureAlt')}
          placeholder={t('pictureAlt')}
          onChange={event => updateAttributes({ alt: event.target.value })}
        />
        <Slider
          className={edit.width}
          min={10}
          max={100}
          step={5}
          value={attrs.width}
          aria-label={t('pictureWidth')}
          onChange={width => updateAttributes({ width })}
        />
        <Button size="small" onClick={deleteNode}>
          {t('remove')}
        </Button>
      </div>
    </NodeViewWrapper>
  )
}

import { Placeholder } from '@tiptap/extensions'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ReportBody } from '#contract/report-body.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify, notifyError } from '#web/platform/notice.ts'
import css from './body/body.module.css'
import { docOf } from './body/body-doc.ts'
import { editMessages } from './editor/edit-messages.ts'
import edit from './editor/editor.module.css'
import { reportExtensions } from './editor/editor-schema.ts'
import { MentionPopup } from './editor/mention-popup.tsx'
import { mentionSuggest, newMentionStore } from './editor/mention-suggest.ts'
import { judgePaste, pasteAtMost, withoutForeign } from './editor/paste-guard.ts'
import { Toolbar } from './editor/toolbar.tsx'
import { usePictures } from './editor/use-pictures.ts'

type Props = {
  reportId: number
  /** The initial text. */
  body: ReportBody
  editorRef: RefObject<Editor | null>
  onWrite: () => void
}

/** The editor of the text. */
export function ReportEditor({ reportId, body, editorRef, onWrite }: Props) {
  const t = useT(editMessages)
  const [mentions] = useState(newMentionStore)
  const sendPictures = usePictures(reportId)
  const live = useRef<Editor | null>(null)
  const editor = useEditor({
    extensions: [...reportExtensions, mentionSuggest(mentions), Placeholder.configure({ placeholder: t('textHint') })],
    content: docOf(body),
    // The toolbar subscribes to its own state, so the rest of the page is not rendered at each key.
    shouldRerenderOnTransaction: false,
    immediatelyRender: true,
    onUpdate: onWrite,
    editorProps: {
      attributes: {
        class: css.body ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': t('text'),
      },
      // Keeps the target of scrolling clear of the sticky bars above the text.
      scrollThreshold: { top: 140, bottom: 40, left: 0, right: 0 },
      scrollMargin: { top: 150, bottom: 60, left: 0, right: 0 },
      transformPastedHTML: withoutForeign,
      handlePaste: (view, event) => {
        const data = event.clipboardData
        if (!data) return false
        const pictures = picturesOf(data)
        if (pictures.length > 0 && live.current) {
          void sendPictures(live.current, pictures)
          return true
        }
        const verdict = judgePaste({ html: data.getData('text/html'), text: data.getData('text/plain') })
        if (verdict.kind === 'as_is') return false
        if (verdict.kind === 'refuse') notifyError(t('pasteRefused', { count: verdict.length, most: pasteAtMost }))
        else {
          notify({ kind: 'info', text: t('pastePlain') })
          view.pasteText(verdict.text)
        }
        return true
      },
      handleDrop: (_view, event) => {
        const pictures = event.dataTransfer ? picturesOf(event.dataTransfer) : []
        if (pictures.length === 0 || !live.current) return false
        void sendPictures(live.current, pictures)
        return true
      },
    },
  })
  useEffect(() => {
    live.current = editor
    editorRef.current = editor
    return () => {
      editorRef.current = null
    }
  }, [editor, editorRef])
  return (
    <>
      <Toolbar editor={editor} onPictures={files => void sendPictures(editor, files)} />
      <div className={edit.sheet}>
        <EditorContent editor={editor} />
      </div>
      <MentionPopup store={mentions} />
    </>
  )
}

/** Pictures as files. If the clipboard has markup too, the picture is a copy from another page and is not inserted. */
function picturesOf(data: DataTransfer): File[] {
  if (data.types.includes('text/html')) return []
  return [...data.files].filter(file => file.type.startsWith('image/'))
}

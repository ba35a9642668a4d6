import { Paperclip } from 'lucide-react'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { formatInstant, now } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import css from './attachment.module.css'
import { attachmentMessages } from './messages.ts'

type Props = {
  onFiles: (files: File[]) => void
  /** Whether files pasted anywhere in the window are meant for this place. */
  takesPaste: boolean
}

/** Where files are dropped, chosen, or arrive from the clipboard. */
export function DropArea({ onFiles, takesPaste }: Props) {
  const t = useT(attachmentMessages)
  const inputId = useId()
  const [isOver, setIsOver] = useState(false)
  usePastedFiles(takesPaste, onFiles)
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setIsOver(over)
  }
  return (
    <label
      htmlFor={inputId}
      className={css.drop}
      data-over={isOver}
      onDrop={event => {
        event.preventDefault()
        setIsOver(false)
        onFiles([...event.dataTransfer.files])
      }}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
    >
      <Paperclip size={16} aria-hidden />
      <span>
        {t('drop')} <small>{t('dropHint')}</small>
      </span>
      <input
        id={inputId}
        type="file"
        multiple
        className="visually-hidden"
        onChange={event => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </label>
  )
}

/** A pasted screenshot has no name of its own: it gets the time. */
function usePastedFiles(isOn: boolean, onFiles: (files: File[]) => void): void {
  const t = useT(attachmentMessages)
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    if (!isOn) return
    function onPaste(event: ClipboardEvent) {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || event.defaultPrevented) return
      event.preventDefault()
      const time = formatInstant(now()).replace(':', '.')
      latest.current(
        files.map(file =>
          file.name === 'image.png' ? new File([file], t('pasted', { time }), { type: file.type }) : file,
        ),
      )
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [isOn, t])
}

import { Paperclip } from 'lucide-react'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { formatInstant, now } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import css from './attachment.module.css'
import { attachmentMessages } from './messages.ts'

type Props = {
  onFiles: (files: File[]) => void
  /** True if files pasted anywhere in the window belong to this area. */
  takesPaste: boolean
}

/** Receives files by drop, file dialog or clipboard. */
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

/** Drop areas that accept pasted files, the latest on top: a dialog over a page gets the files before the page does. */
const takers: ((files: File[]) => void)[] = []

function onPaste(event: ClipboardEvent): void {
  const files = [...(event.clipboardData?.files ?? [])]
  const take = takers.at(-1)
  // An editor that has inserted the picture itself prevents the default.
  if (!take || files.length === 0 || event.defaultPrevented) return
  event.preventDefault()
  take(files)
}

/** Receives pasted files. A pasted screenshot has no name, so it is named after the time. */
function usePastedFiles(isOn: boolean, onFiles: (files: File[]) => void): void {
  const t = useT(attachmentMessages)
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    if (!isOn) return
    const nameOf = (file: File) =>
      file.name === 'image.png' ? t('pasted', { time: formatInstant(now()).replace(':', '.') }) : file.name
    const take = (files: File[]) =>
      latest.current(files.map(file => new File([file], nameOf(file), { type: file.type })))
    if (takers.length === 0) document.addEventListener('paste', onPaste)
    takers.push(take)
    return () => {
      takers.splice(takers.indexOf(take), 1)
      if (takers.length === 0) document.removeEventListener('paste', onPaste)
    }
  }, [isOn, t])
}

import { Button } from 'antd'
import { FilePlus2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { usePage } from '#web/platform/page.tsx'
import css from './send.module.css'
import { sendMessages } from './send-messages.ts'

const atMost = 500

/** The files that were dropped or pasted, including those in folders, as far as they can be read. */
async function filesOf(transfer: DataTransfer): Promise<File[]> {
  // Entries must be read before the first await: the transfer is empty afterwards.
  const entries = [...(transfer.items ?? [])].map(item => item.webkitGetAsEntry?.() ?? null)
  const plain = [...transfer.files]
  if (!entries.some(entry => entry?.isDirectory)) return plain
  const files: File[] = []
  for (const entry of entries) if (entry) await gather(entry, files)
  return files
}

async function gather(entry: FileSystemEntry, files: File[]): Promise<void> {
  if (files.length >= atMost) return
  if (entry.isFile) {
    const file = await new Promise<File | null>(resolve =>
      (entry as FileSystemFileEntry).file(resolve, () => resolve(null)),
    )
    // Hidden files, such as those that operating systems leave in folders, are skipped.
    if (file && !file.name.startsWith('.')) files.push(file)
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  // A reader returns its entries in parts; an empty part is the end.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>(resolve => reader.readEntries(resolve, () => resolve([])))
    if (part.length === 0) return
    for (const each of part) await gather(each, files)
  }
}

type Props = { onFiles: (files: File[]) => void; children: ReactNode }

/** Accepts files that are dropped anywhere on the page, pasted, or chosen. */
export function DropZone({ onFiles, children }: Props) {
  const t = useT(sendMessages)
  const input = useRef<HTMLInputElement>(null)
  const isOver = useWindowDrop(onFiles)
  return (
    <div className={css.zone} data-over={isOver}>
      <FilePlus2 size={20} aria-hidden />
      <span className={css.zoneText}>{t(isOver ? 'dropNow' : 'drop')}</span>
      <Button onClick={() => input.current?.click()}>{t('choose')}</Button>
      {children}
      <input
        ref={input}
        type="file"
        multiple
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t('choose')}
        onChange={event => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
  )
}

const holdsFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') ?? false

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA)$/.test(target.tagName))
}

/**
 * Accepts drops in the whole window, because a file that misses a small target would replace the page. True while files
 * are dragged above it.
 */
function useWindowDrop(onFiles: (files: File[]) => void): boolean {
  const { isActive } = usePage()
  const [depth, setDepth] = useState(0)
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    if (!isActive) return
    const take = async (transfer: DataTransfer) => {
      const files = await filesOf(transfer)
      if (files.length > 0) latest.current(files)
    }
    const over = (event: DragEvent) => holdsFiles(event.dataTransfer) && event.preventDefault()
    const enter = (event: DragEvent) => holdsFiles(event.dataTransfer) && setDepth(before => before + 1)
    const leave = (event: DragEvent) => holdsFiles(event.dataTransfer) && setDepth(before => Math.max(0, before - 1))
    const drop = (event: DragEvent) => {
      setDepth(0)
      if (event.defaultPrevented || !event.dataTransfer || !holdsFiles(event.dataTransfer)) return
      event.preventDefault()
      void take(event.dataTransfer)
    }
    const paste = (event: ClipboardEvent) => {
      if (!event.clipboardData || event.clipboardData.files.length === 0 || isTyping(event.target)) return
      event.preventDefault()
      void take(event.clipboardData)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragenter', enter)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    window.addEventListener('paste', paste)
    return () => {
      setDepth(0)
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragenter', enter)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
      window.removeEventListener('paste', paste)
    }
  }, [isActive])
  return depth > 0
}

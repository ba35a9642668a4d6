const atMost = 500

/** The files that were dropped or pasted, including those in folders, as far as they can be read. */
export async function filesOf(transfer: DataTransfer): Promise<File[]> {
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

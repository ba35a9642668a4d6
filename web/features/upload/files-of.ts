const atMost = 500

/** The files that were dropped or pasted; those inside of folders too, as far as they can be read. */
export async function filesOf(transfer: DataTransfer): Promise<File[]> {
  // Entries must be asked for before anything is waited for: the transfer is empty afterwards.
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
    // What an operating system leaves in folders is nobody's document.
    if (file && !file.name.startsWith('.')) files.push(file)
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  // A reader gives its entries in parts, until a part is empty.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>(resolve => reader.readEntries(resolve, () => resolve([])))
    if (part.length === 0) return
    for (const each of part) await gather(each, files)
  }
}

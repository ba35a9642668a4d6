/** Bytes as people read them: `8 KB`, `12.3 MB`, `1.2 GB`; in powers of 1,000, as for disks. */
export function byteText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  if (bytes < 1e6) return `${Math.round(bytes / 1e3)} KB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

/** `1 file`, `2 files`; `many` is the plural if it is not formed with s. */
export function pluralise(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

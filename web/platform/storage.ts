/** Browser storage that can be full, blocked or absent: then nothing is stored, and nothing fails. */
export function readLocalStorage(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** `null` removes the value. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Private windows of some browsers refuse to store; the session then lasts until a reload.
  }
}

/** Installs what the folder’s package-lock.json names, unless it is there; without what only development needs unless `all`. */
export function ensureInstalled(all: boolean, folder?: string): Promise<void>

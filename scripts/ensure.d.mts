/** Installs the packages of the folder’s package-lock.json, unless installed; development packages only with `all`. */
export function ensureInstalled(all: boolean, folder?: string): Promise<void>

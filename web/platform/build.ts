import { fetchDocument } from './api.ts'

/** The entry script of the build in this window. */
function ownEntry(): string | undefined {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  return script ? new URL(script.src).pathname : undefined
}

/** True if the server serves another build than this window; undefined without a reply. */
export async function isOtherBuild(): Promise<boolean | undefined> {
  const given = await fetchDocument()
  const entry = ownEntry()
  return given === undefined ? undefined : entry !== undefined && !given.includes(`"${entry}"`)
}

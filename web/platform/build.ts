import { askDocument } from './api.ts'

/** The entry script of the build that runs in this window. */
function ownEntry(): string | undefined {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  return script ? new URL(script.src).pathname : undefined
}

/** Whether the server gives another build than the one that runs here; undefined where it does not answer. */
export async function isOtherBuild(): Promise<boolean | undefined> {
  const given = await askDocument()
  const entry = ownEntry()
  return given === undefined ? undefined : entry !== undefined && !given.includes(`"${entry}"`)
}

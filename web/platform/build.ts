/** The entry script of the build that runs in this window. */
function ownEntry(): string | undefined {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  return script ? new URL(script.src).pathname : undefined
}

/** Whether the server gives another build than the one that runs here; undefined where it does not answer. */
export async function isOtherBuild(): Promise<boolean | undefined> {
  try {
    const answer = await fetch('/login', { headers: { accept: 'text/html' }, cache: 'no-store' })
    if (!answer.ok) return undefined
    const entry = ownEntry()
    return entry !== undefined && !(await answer.text()).includes(`"${entry}"`)
  } catch {
    return undefined
  }
}

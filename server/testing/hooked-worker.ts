import type { Ctx } from '#server/platform/ctx.ts'
import { openDb, openPool } from '#server/platform/db/db.ts'
import { databaseUrl } from './killed-worker.ts'
import type { TestApp } from './test-app.ts'

export class WorkerKilled extends Error {}

/** A separate worker on the same database. A test can run code before one of its statements, or kill it there. */
export type HookedWorker = {
  ctx: Ctx
  /** Calls `act` before the first statement that matches, or before the statement with this number. */
  before(which: RegExp | number, act: () => Promise<void>): void
  clear(): void
  close(): Promise<void>
}

export async function openHooked(app: TestApp): Promise<HookedWorker> {
  const pool = openPool(await databaseUrl(app.db), { size: 3 })
  let sent = 0
  let hooks: { which: RegExp | number; act: () => Promise<void> }[] = []
  const patched = new WeakSet<object>()
  pool.on('connect', client => {
    if (patched.has(client)) return
    patched.add(client)
    const query = client.query.bind(client) as (...all: unknown[]) => Promise<unknown>
    const hooked = async (...all: unknown[]) => {
      const text = String(all[0])
      if (text !== 'rollback') {
        sent += 1
        const due = hooks.filter(({ which }) => (typeof which === 'number' ? sent === which : which.test(text)))
        hooks = hooks.filter(hook => !due.includes(hook))
        for (const { act } of due) await act()
      }
      return await query(...all)
    }
    client.query = hooked as typeof client.query
  })
  const db = openDb(pool)
  return {
    ctx: { ...app.ctx, db },
    before: (which, act) => void hooks.push({ which: typeof which === 'number' ? sent + which : which, act }),
    clear: () => {
      hooks = []
    },
    close: () => db.destroy(),
  }
}

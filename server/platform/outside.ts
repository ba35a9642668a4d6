import type { Blobs } from './blob-store.ts'
import type { Mailer } from './mail.ts'

/** What of a context reaches beyond the database. */
type Reaching = { blobs: Blobs; mailer?: Mailer | undefined; startBackup?: ((...args: never[]) => unknown) | undefined }

/** A transaction's context, and whether anything was done by it that a rollback does not undo. */
export type Outside<Ctx extends Reaching> = { ctx: Ctx; isTouched(): boolean }

/** Files, mail and processes tell when they are used; what was kept before is not removed before the commit. */
export function watchOutside<Ctx extends Reaching>(ctx: Ctx): Outside<Ctx> {
  let isTouched = false
  const telling =
    <Args extends unknown[], Result>(act: (...args: Args) => Result) =>
    (...args: Args): Result => {
      isTouched = true
      return act(...args)
    }
  const { blobs, mailer, startBackup } = ctx
  return {
    ctx: {
      ...ctx,
      blobs: {
        ...blobs,
        put: telling(blobs.put),
        putFile: telling(blobs.putFile),
        append: telling(blobs.append),
        hold: telling(blobs.hold),
        removeHeld: telling(blobs.removeHeld),
        remove: async () => {
          throw new Error('a file is removed after the commit: giveUpFiles, then removeGone')
        },
      },
      ...(mailer && { mailer: { ...mailer, send: telling(mailer.send) } }),
      ...(startBackup && { startBackup: telling(startBackup) }),
    },
    isTouched: () => isTouched,
  }
}

import { randomBytes } from 'node:crypto'
import type { Db } from '#server/platform/db/db.ts'
import { hashPassword } from '#server/platform/password.ts'
import { lockAllUsers } from './user.queries.ts'

/**
 * Creates the first administrator, `admin`, if there is no user at all. Returns the password if it was generated here:
 * it is shown once and stored nowhere.
 */
export async function ensureFirstAdmin(
  db: Db,
  chosenPassword: string | undefined,
): Promise<{ made: boolean; password?: string }> {
  return await db.transaction().execute(async tx => {
    await lockAllUsers(tx)
    const someone = await tx.selectFrom('user').select('id').limit(1).executeTakeFirst()
    if (someone) return { made: false }
    const password = chosenPassword ?? randomBytes(12).toString('base64url')
    await tx
      .insertInto('user')
      .values({ username: 'admin', role: 'admin', password_hash: await hashPassword(password) })
      .execute()
    return chosenPassword ? { made: true } : { made: true, password }
  })
}

import { listAudit } from '#contract/audit.api.ts'
import { listNotifications } from '#contract/notification.api.ts'
import type { GameUser } from '../game.ts'
import { isInTrash, things } from '../world.ts'
import { type Judge, judgedName } from './judge.ts'

const nouns: readonly string[] = things
const countsOf = (keys: readonly string[]) => Map.groupBy(keys, key => key)

/** The audit log contains each act, and each reading of a restricted record, exactly once under the acting user. */
export async function compareAuditLog(judge: Judge): Promise<void> {
  const { world, compare: hold, users } = judge
  const admin = users.find(user => user.role === 'admin')!
  for (const user of users) {
    const acts: string[] = []
    const listed = new Set<string>()
    for (let current = 1, total = 1; (current - 1) * 100 < total; current += 1) {
      const query = { user_id: String(user.id), pageSize: 100, current } as never
      const page = await admin.client.get(listAudit, { query })
      total = page.total
      for (const { act, noun, record_id, detail } of page.items) {
        if (!nouns.includes(noun)) continue
        if (record_id !== null) acts.push(`${act} ${noun} ${record_id}`)
        else if (act === 'read' && detail.list === `/v1/${noun}`)
          for (const id of detail.ids as number[]) listed.add(`${noun} ${id}`)
      }
    }
    const done = [...world.things.values()].flatMap(({ noun, id, entries }) =>
      entries.filter(entry => entry.user === user.id).map(({ act }) => `${act} ${noun} ${id}`),
    )
    const read = [...world.reads].flatMap(key => {
      const [reader, noun, id] = key.split(' ')
      return Number(reader) === user.id ? [`read ${noun} ${id}`] : []
    })
    const [model, product] = [countsOf([...done, ...read]), countsOf(acts)]
    for (const key of new Set([...model.keys(), ...product.keys()]))
      hold(`trail: ${key} by ${judgedName(user)}`, model.get(key)?.length ?? 0, product.get(key)?.length ?? 0)
    for (const thing of world.things.values()) {
      const isShown = world.sees(user, thing) || isInTrash(user, thing)
      const isListed = isShown && thing.read_user.length > 0
      const key = `${thing.noun} ${thing.id}`
      hold(`trail: lists with ${key} by ${judgedName(user)}`, isListed, listed.has(key))
    }
  }
}

/** Followers are notified of each change by others that they may see, as long as they may read the record. */
export async function compareDomainEvents({ world, compare: hold, users }: Judge): Promise<void> {
  for (const user of users) {
    const product = await notificationsOf(user)
    const model = [...world.notifications].flatMap(([key, count]) => {
      const [reader, noun, id] = key.split(' ')
      const isThere = Number(reader) === user.id && world.sees(user, { noun: noun as 'og', id: Number(id) })
      return isThere ? [{ key: `${noun} ${id}`, count }] : []
    })
    const text = (all: readonly { key: string; count: number }[], key: string) =>
      JSON.stringify(
        all
          .filter(each => each.key === key)
          .map(each => each.count)
          .toSorted((a, b) => a - b),
      )
    for (const key of new Set([...model, ...product].map(each => each.key)))
      hold(`news of ${key} for ${judgedName(user)}`, text(model, key), text(product, key))
  }
}

async function notificationsOf(user: GameUser): Promise<{ key: string; count: number }[]> {
  const all: { key: string; count: number }[] = []
  for (let current = 1, total = 1; (current - 1) * 100 < total; current += 1) {
    const page = await user.client.get(listNotifications, { query: { pageSize: 100, current } as never })
    total = page.total
    all.push(...page.items.map(({ noun, record_id, count }) => ({ key: `${noun} ${record_id}`, count })))
  }
  return all
}

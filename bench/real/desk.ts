import type { Import } from '#contract/import.api.ts'
import type { ImportRun } from '#contract/import_run.api.ts'
import type { Interchange } from '#contract/interchange.api.ts'
import type { Entity } from '#contract/registry.ts'
import type { Page } from '#contract/wire.ts'

export type File = { name: string; content: string | Uint8Array<ArrayBuffer> }
/** A console from the view of a user who imports files. */
export type Desk = ReturnType<typeof openDesk>

/** @param token of an administrator's session. */
export function openDesk(base: string, token: string) {
  const headers = { authorization: `Bearer ${token}` }

  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const isForm = body instanceof FormData
    const response = await fetch(base + path, {
      method,
      headers: body && !isForm ? { ...headers, 'content-type': 'application/json' } : headers,
      body: body ? (isForm ? body : JSON.stringify(body)) : null,
    })
    const answer = (await response.json()) as { data: T; message: string }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer.data
  }

  async function until<T>(path: string, isOver: (now: T) => boolean): Promise<T> {
    for (;;) {
      const now = await ask<T>('GET', path)
      if (isOver(now)) return now
      await new Promise(resolve => setTimeout(resolve, 200))
    }
  }

  async function reaches<T extends { state: string; error: string | null }>(path: string, state: string): Promise<T> {
    const now = await until<T>(path, each => [state, 'failed'].includes(each.state))
    if (now.state === 'failed') throw new Error(`${path}: ${now.error}`)
    return now
  }

  function formOf({ name, content }: File): FormData {
    const form = new FormData()
    form.append('file', new Blob([content]), name)
    return form
  }

  /** Imports a table with the mapping proposed from its headings. */
  async function importTable(noun: Entity, file: File): Promise<Import> {
    const { id } = await ask<Import>('POST', `/v1/import?noun=${noun}`, formOf(file))
    const { plan } = await reaches<Import>(`/v1/import/${id}`, 'mapping')
    await ask('POST', `/v1/import/${id}/check`, plan)
    await reaches<Import>(`/v1/import/${id}`, 'checked')
    await ask('POST', `/v1/import/${id}/run`)
    return await reaches<Import>(`/v1/import/${id}`, 'done')
  }

  /** The dry run of an exchange file; nothing is written. */
  async function tryFile(file: File): Promise<Interchange> {
    const { id } = await ask<Interchange>('POST', '/v1/interchange/import', formOf(file))
    return await reaches<Interchange>(`/v1/interchange/${id}`, 'checked')
  }

  async function importFile(file: File): Promise<Interchange> {
    const { id } = await tryFile(file)
    await ask('POST', `/v1/interchange/${id}/run`, { read_user: [], write_user: [] })
    return await reaches<Interchange>(`/v1/interchange/${id}`, 'done')
  }

  async function takeBack({ id }: Interchange): Promise<ImportRun> {
    const [run] = (await ask<Page<ImportRun>>('GET', `/v1/import_run?interchange=${id}`)).items
    const path = `/v1/import_run/${run?.id}`
    const undone = async (state: string) => {
      const now = await until<ImportRun>(path, ({ undo }) => [state, 'failed'].includes(undo?.state ?? ''))
      if (now.undo?.state === 'failed') throw new Error(`${path}: ${now.undo.error}`)
      return now
    }
    await ask('POST', `${path}/undo`)
    await undone('checked')
    await ask('POST', `${path}/undo/run`)
    return await undone('done')
  }

  /** A complete export, one entity per line. */
  async function exported(): Promise<string> {
    const kinds = ['og', 'person', 'event', 'membership', 'relation', 'og_relation']
    const { id } = await ask<Interchange>('POST', '/v1/interchange/export', { kinds, reason: 'bench' })
    await reaches<Interchange>(`/v1/interchange/${id}`, 'done')
    return await (await fetch(`${base}/v1/interchange/${id}/file`, { headers })).text()
  }

  /** All rows of a list. */
  async function all<T>(path: string): Promise<T[]> {
    const rows: T[] = []
    const mark = path.includes('?') ? '&' : '?'
    for (let current = 1; ; current += 1) {
      const page = await ask<Page<T>>('GET', `${path}${mark}pageSize=100&current=${current}`)
      rows.push(...page.items)
      if (page.items.length < 100) return rows
    }
  }

  return { ask, all, importTable, tryFile, importFile, takeBack, exported }
}

import { readdirSync, readFileSync } from 'node:fs'

/** Proportional set size of a process, its descendants and the PostgreSQL whose data folder has this name. */
export function memoryOf(pid: number, folder: string): { megabytes: number; parts: string } {
  const processes = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      try {
        const [, command = '', rest = ''] = /\((.*)\) \S (.*)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
        const kb = Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
        const args = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')
        return [{ pid: Number(name), parent: Number(rest.split(' ')[0]), command, args, kb }]
      } catch {
        return []
      }
    })
  const ours = new Set([pid])
  for (let before = 0; before !== ours.size; ) {
    before = ours.size
    for (const one of processes) if (ours.has(one.parent)) ours.add(one.pid)
  }
  const database = processes.filter(one => one.command === 'postgres' && one.args.some(arg => arg.includes(folder)))
  for (const one of database) ours.add(one.pid)
  for (const one of processes) if (database.some(server => server.pid === one.parent)) ours.add(one.pid)
  const groups = Map.groupBy(
    processes.filter(one => ours.has(one.pid)),
    nameOf,
  )
  const parts = [...groups].map(
    ([name, list]) => [name, Math.round(list.reduce((sum, one) => sum + one.kb, 0) / 1024)] as const,
  )
  return {
    megabytes: parts.reduce((sum, [, mb]) => sum + mb, 0),
    parts: parts.map(([name, mb]) => `${name} ${mb}`).join(', '),
  }
}

function nameOf(one: { command: string; args: string[] }): string {
  if (one.command === 'postgres') return 'PostgreSQL'
  const script = one.args.find(arg => /\.(m?[jt]s)$/.test(arg)) ?? one.command
  return script.split('/').at(-1) ?? script
}

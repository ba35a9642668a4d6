// A switch with a cable to each machine; a machine that is cut off keeps its link but loses every packet.
import { execFileSync } from 'node:child_process'
import { type Machine, machines, outside } from './plan.ts'

const switchName = 'og-lab'
const ip = (...args: string[]) => execFileSync('ip', args, { encoding: 'utf8' })
const cableOf = ({ name }: Machine) => `v-${name}`

/** `more`: further outside addresses, for crawled sites. */
export function openNetwork(more: readonly string[] = []): void {
  ip('link', 'add', switchName, 'type', 'bridge', 'forward_delay', '0')
  for (const address of [outside, ...more]) ip('addr', 'add', `${address}/24`, 'dev', switchName)
  ip('link', 'set', switchName, 'up')
  for (const machine of machines) {
    ip('netns', 'add', machine.name)
    ip('link', 'add', cableOf(machine), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', machine.name)
    ip('link', 'set', cableOf(machine), 'master', switchName, 'up')
    ip('-n', machine.name, 'addr', 'add', `${machine.address}/24`, 'dev', 'eth0')
    ip('-n', machine.name, 'link', 'set', 'lo', 'up')
    ip('-n', machine.name, 'link', 'set', 'eth0', 'up')
  }
}

/** Unplugs the cable at the switch: nothing is refused, nothing arrives. */
export const cutOff = (machine: Machine): unknown => ip('link', 'set', cableOf(machine), 'nomaster')
export const connectAgain = (machine: Machine): unknown => ip('link', 'set', cableOf(machine), 'master', switchName)

/** Every process on a machine, regardless of its parent. */
export const pidsOn = (machine: Machine): number[] =>
  ip('netns', 'pids', machine.name).split('\n').filter(Boolean).map(Number)

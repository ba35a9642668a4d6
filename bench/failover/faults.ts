// Applies the planned faults to the lab, and repairs them.
import { execFileSync } from 'node:child_process'
import type { Lab } from '../../deploy/lab/lab.ts'
import { connectAgain, cutOff } from '../../deploy/lab/network.ts'
import { type Machine, machinesOf, virtual } from '../../deploy/lab/plan.ts'
import type { PlannedFault } from './plan.ts'

/** The balancer that currently has the virtual address. */
function activeBalancer(): Machine {
  const has = ({ name }: Machine) =>
    execFileSync('ip', ['-n', name, '-o', 'addr', 'show', 'dev', 'eth0'], { encoding: 'utf8' }).includes(`${virtual}/`)
  const [first] = machinesOf('balancer')
  return machinesOf('balancer').find(has) ?? (first as Machine)
}

async function victimOf(lab: Lab, { victim, nth }: PlannedFault): Promise<Machine> {
  const pick = (kind: Machine['kind']) => {
    const all = machinesOf(kind)
    return all[Math.floor(nth * all.length)] as Machine
  }
  if (victim === 'haproxy' || victim === 'pgbouncer') return activeBalancer()
  if (victim === 'api' || victim === 'worker' || victim === 'etcd') return pick(victim)
  const roles = await lab.untilWhole()
  return victim === 'primary' ? roles.primary : roles.standby
}

/** Returns the affected machine and a function that repairs it. */
export async function strike(lab: Lab, fault: PlannedFault): Promise<{ machine: Machine; mend: () => Promise<void> }> {
  const machine = await victimOf(lab, fault)
  const { units } = lab
  if (fault.how === 'cut') {
    cutOff(machine)
    return { machine, mend: async () => void connectAgain(machine) }
  }
  // Stops only the balancer's service; the machine and its watchdog keep running.
  if (fault.victim === 'haproxy' || fault.victim === 'pgbouncer') {
    const unit = `${fault.victim}-${machine.name}`
    if (fault.how === 'kill') units.kill(unit)
    else units.freezeUnit(unit)
    return { machine, mend: async () => units.thawUnit(unit) }
  }
  if (fault.how === 'freeze') {
    units.freeze(machine)
    return { machine, mend: async () => units.thaw(machine) }
  }
  units.powerOff(machine)
  return { machine, mend: () => units.powerOn(machine) }
}

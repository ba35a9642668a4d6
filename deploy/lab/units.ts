// Acts as the service manager of each machine: starts units, and restarts ended ones while the machine is on.
import { type ChildProcess, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pidsOn } from './network.ts'
import type { Machine } from './plan.ts'

export type Unit = {
  name: string
  machine: Machine
  command: string[]
  env?: Record<string, string>
  /** A system user; undefined: root. */
  user?: string
}
type State = { unit: Unit; child: ChildProcess | undefined; isOn: boolean; starts: number }

const restartMs = 500

export function openUnits(logFolder: string) {
  const states = new Map<string, State>()
  const stateOf = (name: string): State => {
    const state = states.get(name)
    if (!state) throw new Error(`There is no unit ${name} in the lab.`)
    return state
  }

  function launch(state: State): void {
    const { name, machine, command, env, user } = state.unit
    const log = openSync(join(logFolder, `${name}.log`), 'a')
    const as = user ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'] : []
    state.starts += 1
    const child = spawn('ip', ['netns', 'exec', machine.name, ...as, ...command], {
      env: { ...process.env, ...env },
      stdio: ['ignore', log, log],
    })
    state.child = child
    child.once('exit', () => {
      if (state.child === child) state.child = undefined
      setTimeout(() => {
        if (state.isOn && !state.child) launch(state)
      }, restartMs)
    })
  }

  function start(unit: Unit): void {
    const state: State = { unit, child: undefined, isOn: true, starts: 0 }
    states.set(unit.name, state)
    launch(state)
  }

  /** Sends SIGTERM and waits for the end; the unit is not restarted. */
  async function stop(name: string): Promise<void> {
    const state = stateOf(name)
    state.isOn = false
    const { child } = state
    if (!child) return
    const ended = new Promise(resolve => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }

  /** Restarts a stopped unit, optionally with other environment variables. */
  function startAgain(name: string, env: Record<string, string> = {}): void {
    const state = stateOf(name)
    state.isOn = true
    state.unit = { ...state.unit, env: { ...state.unit.env, ...env } }
    if (!state.child) launch(state)
  }

  const signal = (pid: number, name: NodeJS.Signals) => {
    try {
      process.kill(pid, name)
    } catch {
      // It ended a moment before.
    }
  }
  const signalAll = (machine: Machine, what: NodeJS.Signals) => {
    for (const pid of pidsOn(machine)) signal(pid, what)
  }
  // Never 0, which would signal this process and its whole group.
  const signalUnit = (name: string, what: NodeJS.Signals) => {
    const { child } = stateOf(name)
    if (child?.pid) signal(child.pid, what)
  }
  const on = (machine: Machine) => [...states.values()].filter(state => state.unit.machine.name === machine.name)

  /** Stops the whole machine at once, like a power failure; nothing on it starts until `powerOn`. */
  function powerOff(machine: Machine): void {
    for (const state of on(machine)) state.isOn = false
    signalAll(machine, 'SIGKILL')
  }
  async function powerOn(machine: Machine): Promise<void> {
    while (pidsOn(machine).length > 0) await sleep(50)
    for (const { unit } of on(machine)) startAgain(unit.name)
  }

  return {
    ...{ start, stop, startAgain, powerOff, powerOn },
    kill: (name: string) => signalUnit(name, 'SIGKILL'),
    freeze: (machine: Machine) => signalAll(machine, 'SIGSTOP'),
    thaw: (machine: Machine) => signalAll(machine, 'SIGCONT'),
    freezeUnit: (name: string) => signalUnit(name, 'SIGSTOP'),
    thawUnit: (name: string) => signalUnit(name, 'SIGCONT'),
    starts: (name: string) => stateOf(name).starts,
    stopAll: () => Promise.all([...states.keys()].map(stop)),
  }
}

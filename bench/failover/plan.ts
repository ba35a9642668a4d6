// Plans the faults: the same for the same seed.

type FailoverVictim = 'primary' | 'standby' | 'api' | 'worker' | 'haproxy' | 'pgbouncer' | 'etcd'
type FaultKind = 'kill' | 'freeze' | 'cut'
/** `holdS`: seconds until the repair; `nth` chooses among several, from 0 to 1. */
export type PlannedFault = { victim: FailoverVictim; how: FaultKind; holdS: number; pauseS: number; nth: number }

const ways: Record<FailoverVictim, FaultKind[]> = {
  primary: ['kill', 'freeze', 'cut'],
  standby: ['kill', 'freeze', 'cut'],
  api: ['kill', 'freeze', 'cut'],
  worker: ['kill', 'freeze', 'cut'],
  haproxy: ['kill', 'freeze', 'cut'],
  pgbouncer: ['kill', 'freeze'],
  etcd: ['kill', 'freeze', 'cut'],
}
/** Failover mainly concerns the primary. */
const weights: Record<FailoverVictim, number> = {
  primary: 4,
  standby: 2,
  api: 2,
  worker: 2,
  haproxy: 2,
  pgbouncer: 1,
  etcd: 1,
}
/** Longer than others wait before they take over: a primary's lease, a worker's heartbeat. */
const holds: Record<FailoverVictim, number> = {
  primary: 14,
  standby: 8,
  api: 5,
  worker: 20,
  haproxy: 5,
  pgbouncer: 4,
  etcd: 6,
}

export const kindOf = ({ victim, how }: Pick<PlannedFault, 'victim' | 'how'>): string => `${how} ${victim}`

/**
 * Every kind of fault once before any repeats, as far as `count` allows, then by weight; in random order. `only`:
 * restricts the kinds.
 */
export function planFaults(count: number, random: () => number, only: readonly string[] = []): PlannedFault[] {
  const kinds = Object.entries(ways)
    .flatMap(([victim, hows]) => hows.map(how => ({ victim: victim as FailoverVictim, how })))
    .filter(kind => only.length === 0 || only.includes(kindOf(kind)))
  if (kinds.length === 0) throw new Error(`Unknown kinds of faults: ${only.join(', ')}.`)
  const weighted = kinds.flatMap(kind => Array.from({ length: weights[kind.victim] }, () => kind))
  // With few faults, those of the primary come first.
  const first = [
    ...kinds.filter(({ victim }) => victim === 'primary'),
    ...shuffle(
      kinds.filter(({ victim }) => victim !== 'primary'),
      random,
    ),
  ]
  const chosen = first.slice(0, count)
  while (chosen.length < count) chosen.push(weighted[Math.floor(random() * weighted.length)] as (typeof kinds)[number])
  return shuffle(chosen, random).map(({ victim, how }) => ({
    victim,
    how,
    holdS: Math.round(holds[victim] * (0.8 + random() * 0.4) * 10) / 10,
    pauseS: Math.round((1 + random() * 2) * 10) / 10,
    nth: random(),
  }))
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const mixed = [...items]
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    ;[mixed[at], mixed[other]] = [mixed[other] as Item, mixed[at] as Item]
  }
  return mixed
}
